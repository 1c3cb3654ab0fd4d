package io.lockstep.aeron;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Deletes trees in a directory that other users may write to. It touches only trees of one owner and follows no link:
 * it opens each folder relative to the one above, so that no user can replace one by a link in between. On a system
 * without such calls (Windows) it uses paths; the temporary directory there belongs to one user.
 */
final class OwnedTrees implements AutoCloseable {

    /** Largest depth of folders that is deleted: three times that of a driver. */
    private static final int MAX_DEPTH = 8;

    private final Path base;
    private final DirectoryStream<Path> stream;
    private final UserPrincipal owner;

    private OwnedTrees(final Path base, final UserPrincipal owner) throws IOException {
        this.base = base;
        this.owner = owner;
        stream = Files.newDirectoryStream(base);
    }

    /** Opens a directory in which the trees of this process's user may be deleted. */
    static OwnedTrees of(final Path base) throws IOException {
        return new OwnedTrees(base, self(base));
    }

    /** Returns the user that owns the files of this process: the owner of a file that it makes in that directory. */
    static UserPrincipal self(final Path base) throws IOException {
        final Path mine = Files.createTempFile(base, "lockstep-", null);
        try {
            return Files.getOwner(mine, LinkOption.NOFOLLOW_LINKS);
        } finally {
            Files.delete(mine);
        }
    }

    /** Returns whether a path is a folder of that owner, and no link. */
    static boolean isOwned(final Path folder, final UserPrincipal owner) {
        try {
            return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && owner.equals(Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS));
        } catch (final IOException gone) {
            return false;
        }
    }

    /** Returns the names in the base directory; may be called once. */
    Iterable<Path> entries() {
        return stream;
    }

    /**
     * Deletes a tree whose process is gone: no process holds its lock file. The lock file is deleted last, so that the
     * next start continues an interrupted deletion. A tree without a lock file is deleted only if it is empty.
     *
     * @return whether the tree is deleted
     */
    boolean removeAbandoned(final Path name, final String lockFile) throws IOException {
        try (DirectoryStream<Path> tree = open(name)) {
            if (tree == null) {
                return false;
            }
            final Path lock = name.resolve(lockFile);
            if (exists(tree, lock)) {
                if (!isUnlocked(tree, lock)) {
                    return false;
                }
                empty(tree, name, lockFile, 0);
                delete(tree, lock, false);
            }
        }
        delete(stream, name, true);
        return true;
    }

    /** Deletes a tree of this process, even if its lock is held. */
    void remove(final Path name) throws IOException {
        try (DirectoryStream<Path> tree = open(name)) {
            if (tree == null) {
                return;
            }
            empty(tree, name, null, 0);
        }
        delete(stream, name, true);
    }

    /** Opens a folder; returns null if it belongs to another user or is no folder. */
    private @Nullable DirectoryStream<Path> open(final Path name) throws IOException {
        final DirectoryStream<Path> tree = open(stream, name);
        if (tree != null && !isOwn(tree, name)) {
            tree.close();
            return null;
        }
        return tree;
    }

    private boolean isOwn(final DirectoryStream<Path> tree, final Path name) throws IOException {
        return tree instanceof SecureDirectoryStream<Path> secure
            ? owner.equals(secure.getFileAttributeView(FileOwnerAttributeView.class).getOwner())
            : isOwned(base.resolve(name), owner);
    }

    private @Nullable DirectoryStream<Path> open(final DirectoryStream<Path> above, final Path name)
        throws IOException {
        try {
            if (!attributes(above, name).isDirectory()) {
                return null;
            }
            return above instanceof SecureDirectoryStream<Path> secure
                ? secure.newDirectoryStream(name.getFileName(), LinkOption.NOFOLLOW_LINKS)
                : Files.newDirectoryStream(base.resolve(name));
        } catch (final FileSystemException swapped) {
            return null;
        }
    }

    private boolean exists(final DirectoryStream<Path> above, final Path name) throws IOException {
        try {
            attributes(above, name);
            return true;
        } catch (final NoSuchFileException missing) {
            return false;
        }
    }

    private boolean isUnlocked(final DirectoryStream<Path> tree, final Path lock) throws IOException {
        if (!attributes(tree, lock).isRegularFile()) {
            return false;
        }
        final Set<OpenOption> options = Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try (SeekableByteChannel channel = tree instanceof SecureDirectoryStream<Path> secure
            ? secure.newByteChannel(lock.getFileName(), options) : Files.newByteChannel(base.resolve(lock), options);
            FileLock held = channel instanceof FileChannel file ? file.tryLock() : null) {
            return held != null;
        } catch (final OverlappingFileLockException ours) {
            return false;
        }
    }

    private BasicFileAttributes attributes(final DirectoryStream<Path> above, final Path name) throws IOException {
        return above instanceof SecureDirectoryStream<Path> secure
            ? secure.getFileAttributeView(name.getFileName(), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes()
            : Files.readAttributes(base.resolve(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * @param kept the name of a file that is kept, or null
     */
    private void empty(final DirectoryStream<Path> folder, final Path path, final @Nullable String kept,
        final int depth) throws IOException {
        final List<Path> names = new ArrayList<>();
        folder.forEach(entry -> names.add(entry.getFileName()));
        for (final Path name : names) {
            if (name.toString().equals(kept)) {
                continue;
            }
            final Path entry = path.resolve(name);
            final DirectoryStream<Path> below = depth < MAX_DEPTH ? open(folder, entry) : null;
            if (below != null) {
                try (below) {
                    empty(below, entry, null, depth + 1);
                }
            }
            delete(folder, entry, below != null);
        }
    }

    private void delete(final DirectoryStream<Path> above, final Path name, final boolean isFolder)
        throws IOException {
        try {
            if (!(above instanceof SecureDirectoryStream<Path> secure)) {
                Files.delete(base.resolve(name));
            } else if (isFolder) {
                secure.deleteDirectory(name.getFileName());
            } else {
                secure.deleteFile(name.getFileName());
            }
        } catch (final NoSuchFileException ignored) {
            // Another start may delete the same file.
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
