package io.lockstep.examples;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/**
 * Finds masks of peers or players that are compared as numbers. Bit n of such an int stands for player n, so that with
 * player 31 it is negative: {@code mask > 0} is wrong and {@code mask != 0} is right. The rule knows a mask by its use,
 * not by its name: it starts from {@code 1 << player}, and follows variables, fields, arrays and methods.
 */
final class MaskRules {

    private static final Set<Tree.Kind> ORDERS = EnumSet.of(Tree.Kind.LESS_THAN, Tree.Kind.GREATER_THAN,
        Tree.Kind.LESS_THAN_EQUAL, Tree.Kind.GREATER_THAN_EQUAL);
    private static final Set<Tree.Kind> BITWISE = EnumSet.of(Tree.Kind.AND, Tree.Kind.OR, Tree.Kind.XOR,
        Tree.Kind.AND_ASSIGNMENT, Tree.Kind.OR_ASSIGNMENT, Tree.Kind.XOR_ASSIGNMENT);
    /** Methods that take an int for a number. */
    private static final Set<String> NUMERIC = Set.of("Integer.compare", "Integer.signum", "Integer.max", "Integer.min",
        "Math.max", "Math.min", "Math.abs");

    private final Trees trees;
    private final List<CompilationUnitTree> units = new ArrayList<>();
    private final Set<Element> masks = new HashSet<>();

    private MaskRules(final Iterable<? extends JavaFileObject> sources, final String classPath) throws IOException {
        final JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, diagnostic -> { },
            List.of("-proc:none", "-nowarn", "-cp", classPath), null, sources);
        task.parse().forEach(units::add);
        task.analyze();
        trees = Trees.instance(task);
    }

    /** Returns complaints about sources; types that the class path lacks are left out. */
    static Set<String> compared(final Iterable<? extends JavaFileObject> sources, final String classPath)
        throws IOException {
        final MaskRules rules = new MaskRules(sources, classPath);
        int known = -1;
        while (known != rules.masks.size()) {
            known = rules.masks.size();
            rules.units.forEach(unit -> rules.new Finder().scan(unit, null));
        }
        final Set<String> complaints = new TreeSet<>();
        rules.units.forEach(unit -> rules.new Judge(complaints).scan(unit, null));
        return complaints;
    }

    /** Returns whether an expression is a mask, as far as it is known by now. */
    private boolean isMask(final TreePath path) {
        final Tree tree = path.getLeaf();
        return switch (tree.getKind()) {
            case PARENTHESIZED -> isMask(in(path, ((ParenthesizedTree) tree).getExpression()));
            case BITWISE_COMPLEMENT -> isMask(in(path, ((UnaryTree) tree).getExpression()));
            case AND, OR, XOR -> {
                final BinaryTree both = (BinaryTree) tree;
                yield !isLiteral(both.getLeftOperand()) && !isLiteral(both.getRightOperand())
                    && (isMask(in(path, both.getLeftOperand())) || isMask(in(path, both.getRightOperand())));
            }
            case MINUS -> isLiteral(((BinaryTree) tree).getRightOperand())
                && isShift(bare(((BinaryTree) tree).getLeftOperand()));
            case LEFT_SHIFT -> isShift(tree);
            case CONDITIONAL_EXPRESSION -> isMask(in(path, ((ConditionalExpressionTree) tree).getTrueExpression()))
                || isMask(in(path, ((ConditionalExpressionTree) tree).getFalseExpression()));
            case IDENTIFIER, MEMBER_SELECT, ARRAY_ACCESS, METHOD_INVOCATION ->
                isInt(path) && masks.contains(named(path));
            default -> false;
        };
    }

    private static TreePath in(final TreePath path, final Tree child) {
        return new TreePath(path, child);
    }

    private static boolean isLiteral(final Tree tree) {
        return bare(tree).getKind() == Tree.Kind.INT_LITERAL;
    }

    /** Returns whether a tree is one bit at a place that is computed: {@code 1 << player}. */
    private static boolean isShift(final Tree tree) {
        return tree instanceof BinaryTree shift && tree.getKind() == Tree.Kind.LEFT_SHIFT
            && bare(shift.getLeftOperand()) instanceof LiteralTree one && Integer.valueOf(1).equals(one.getValue())
            && !isLiteral(shift.getRightOperand()) && !isConstant(bare(shift.getRightOperand()));
    }

    /** Constants are upper case: {@code 1 << SIZE_BITS} is a size, or a flag. */
    private static boolean isConstant(final Tree tree) {
        final String name = tree instanceof IdentifierTree named ? named.getName().toString()
            : tree instanceof MemberSelectTree member ? member.getIdentifier().toString() : "a";
        return name.equals(name.toUpperCase(Locale.ROOT));
    }

    private static Tree bare(final Tree tree) {
        return tree instanceof ParenthesizedTree inner ? bare(inner.getExpression()) : tree;
    }

    private boolean isInt(final TreePath path) {
        final TypeMirror type = trees.getTypeMirror(path);
        return type != null && type.getKind() == TypeKind.INT;
    }

    /** Returns the variable, field, array or method that an expression names, or null. */
    private Element named(final TreePath path) {
        final Tree tree = path.getLeaf();
        if (tree instanceof ParenthesizedTree inner) {
            return named(in(path, inner.getExpression()));
        }
        if (tree instanceof ArrayAccessTree access) {
            return named(in(path, access.getExpression()));
        }
        if (tree instanceof MethodInvocationTree call) {
            return trees.getElement(in(path, call.getMethodSelect()));
        }
        return tree instanceof IdentifierTree || tree instanceof MemberSelectTree ? trees.getElement(path) : null;
    }

    /** Collects what holds masks, from what is known so far. */
    private final class Finder extends TreePathScanner<Void, Void> {

        private void add(final Tree tree) {
            final Element element = named(in(getCurrentPath(), tree));
            if (element instanceof VariableElement || element instanceof ExecutableElement) {
                add(element);
            }
        }

        private void add(final Element element) {
            if (!masks.add(element)) {
                return;
            }
            final Element owner = element.getEnclosingElement();
            if (element instanceof ExecutableElement method) {
                addOverridden(method, (TypeElement) owner);
            }
            final Element type = owner instanceof ExecutableElement ? owner.getEnclosingElement() : owner;
            if (type.getKind() == ElementKind.RECORD && owner.getKind() != ElementKind.METHOD) {
                type.getEnclosedElements().stream().filter(one -> one.getSimpleName().equals(element.getSimpleName()))
                    .filter(one -> !(one instanceof ExecutableElement method) || method.getParameters().isEmpty())
                    .forEach(masks::add);
            }
        }

        private void addOverridden(final ExecutableElement method, final TypeElement owner) {
            final List<TypeMirror> above = new ArrayList<>(owner.getInterfaces());
            above.add(owner.getSuperclass());
            for (final TypeMirror type : above) {
                if (type instanceof DeclaredType declared && declared.asElement() instanceof TypeElement element) {
                    element.getEnclosedElements().stream().filter(ExecutableElement.class::isInstance)
                        .map(ExecutableElement.class::cast)
                        .filter(one -> one.getSimpleName().equals(method.getSimpleName())
                            && one.getParameters().size() == method.getParameters().size())
                        .forEach(masks::add);
                    addOverridden(method, element);
                }
            }
        }

        private void pass(final Element called, final List<? extends ExpressionTree> arguments) {
            for (int i = 0; called instanceof ExecutableElement method && !method.isVarArgs()
                && i < arguments.size(); i++) {
                if (isMask(in(getCurrentPath(), arguments.get(i)))) {
                    add(method.getParameters().get(i));
                }
            }
        }

        @Override
        public Void visitVariable(final VariableTree variable, final Void none) {
            if (variable.getInitializer() != null && isMask(in(getCurrentPath(), variable.getInitializer()))) {
                add(trees.getElement(getCurrentPath()));
            }
            return super.visitVariable(variable, none);
        }

        @Override
        public Void visitAssignment(final AssignmentTree assignment, final Void none) {
            if (isMask(in(getCurrentPath(), assignment.getExpression()))) {
                add(assignment.getVariable());
            }
            return super.visitAssignment(assignment, none);
        }

        @Override
        public Void visitCompoundAssignment(final CompoundAssignmentTree assignment, final Void none) {
            final boolean isLoop = assignment.getExpression() instanceof BinaryTree less
                && less.getKind() == Tree.Kind.MINUS && isLiteral(less.getRightOperand())
                && less.getLeftOperand().toString().equals(assignment.getVariable().toString());
            if (BITWISE.contains(assignment.getKind()) && isInt(in(getCurrentPath(), assignment.getVariable()))
                && (isLoop || isMask(in(getCurrentPath(), assignment.getExpression())))) {
                add(assignment.getVariable());
            }
            return super.visitCompoundAssignment(assignment, none);
        }

        @Override
        public Void visitBinary(final BinaryTree both, final Void none) {
            if (both.getKind() == Tree.Kind.AND && isBit(both.getRightOperand())
                && isInt(in(getCurrentPath(), both.getLeftOperand()))) {
                add(both.getLeftOperand());
            }
            return super.visitBinary(both, none);
        }

        private boolean isBit(final Tree tree) {
            return isShift(bare(tree)) || bare(tree) instanceof UnaryTree not && isShift(bare(not.getExpression()));
        }

        @Override
        public Void visitReturn(final ReturnTree end, final Void none) {
            TreePath path = getCurrentPath();
            while (!(path.getLeaf() instanceof MethodTree) && !(path.getLeaf() instanceof LambdaExpressionTree)) {
                path = path.getParentPath();
            }
            if (path.getLeaf() instanceof MethodTree && end.getExpression() != null
                && isMask(in(getCurrentPath(), end.getExpression()))) {
                add(trees.getElement(path));
            }
            return super.visitReturn(end, none);
        }

        @Override
        public Void visitMethodInvocation(final MethodInvocationTree call, final Void none) {
            pass(trees.getElement(in(getCurrentPath(), call.getMethodSelect())), call.getArguments());
            return super.visitMethodInvocation(call, none);
        }

        @Override
        public Void visitNewClass(final NewClassTree made, final Void none) {
            pass(trees.getElement(getCurrentPath()), made.getArguments());
            return super.visitNewClass(made, none);
        }
    }

    /** Complains about masks that are taken for numbers. */
    private final class Judge extends TreePathScanner<Void, Void> {

        private final Set<String> complaints;

        Judge(final Set<String> complaints) {
            this.complaints = complaints;
        }

        private void complain(final Tree tree, final String what) {
            final CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
            final long at = trees.getSourcePositions().getStartPosition(unit, tree);
            complaints.add(unit.getSourceFile().getName() + ":" + unit.getLineMap().getLineNumber(at) + ": " + tree
                + ": " + what);
        }

        @Override
        public Void visitBinary(final BinaryTree both, final Void none) {
            final boolean left = isMask(in(getCurrentPath(), both.getLeftOperand()));
            // A lone bit may be a bound of something that is no mask: of the values that so many bits can take.
            final boolean right = isMask(in(getCurrentPath(), both.getRightOperand()))
                && !isShift(bare(both.getRightOperand()));
            if (ORDERS.contains(both.getKind()) && (left || right)) {
                complain(both, "a mask is negative with player 31; compare it with == or !=");
            }
            if (both.getKind() == Tree.Kind.RIGHT_SHIFT && left) {
                complain(both, "a mask is negative with player 31; shift it with >>>");
            }
            return super.visitBinary(both, none);
        }

        @Override
        public Void visitMethodInvocation(final MethodInvocationTree call, final Void none) {
            if (NUMERIC.contains(call.getMethodSelect().toString())
                && call.getArguments().stream().anyMatch(one -> isMask(in(getCurrentPath(), one)))) {
                complain(call, "a mask is negative with player 31; it has no order");
            }
            return super.visitMethodInvocation(call, none);
        }
    }
}
