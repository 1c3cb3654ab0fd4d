package io.lockstep.aeron;

import io.lockstep.core.transport.TransportException;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The directory of one embedded driver: {@code <base>/lockstep-<pid>-<random>}, readable by its owner alone. It holds
 * {@code aeron/} and a lock file, and is deleted on close. The next start of the same user removes the directory of a
 * killed process.
 *
 * <p>A directory counts as left behind if its process is gone <em>and</em> its lock is free: a container may share
 * /dev/shm with others without seeing their processes, but locks are the kernel's. A directory without a lock file,
 * whose process was killed before it made one, is removed only if it is empty.
 */
final class DriverDirectory {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final Pattern NAME = Pattern.compile("lockstep-(\\d{1,18})-\\d+");
    private static final String LOCK = "lock";
    private static final String AERON = "aeron";
    /**
     * Number of attempts to make a directory with its lock: a concurrent start may take an empty one for a left-over.
     */
    private static final int MAX_TRIES = 8;
    /** A limit on the work at start-up, should a directory be full of left-overs. */
    private static final int MAX_REMOVALS = 256;

    private final Path root;
    private final FileChannel lockChannel;

    private DriverDirectory(final Path root, final FileChannel lockChannel) {
        this.root = root;
        this.lockChannel = lockChannel;
    }

    /** Makes one with room for so many bytes, under the given base or, with null, under the best one there is. */
    static DriverDirectory create(final @Nullable File base, final long bytesNeeded) {
        final Path parent = base != null ? base.toPath() : defaultBase(bytesNeeded);
        if (!Files.exists(parent)) {
            throw new TransportException("there is no directory " + parent + " for the media driver");
        }
        if (!Files.isDirectory(parent) || !Files.isWritable(parent)) {
            throw new TransportException("cannot write to directory " + parent + " for the media driver");
        }
        removeLeftOvers(parent);
        final long free = usableBytes(parent);
        if (free < bytesNeeded) {
            throw new TransportException("the media driver needs " + kib(bytesNeeded) + " KiB in " + parent + ", only "
                + kib(free) + " KiB are free: choose another directoryBase or enlarge it");
        }
        try {
            return locked(parent, MAX_TRIES);
        } catch (final IOException ex) {
            throw new TransportException("cannot make a directory for the media driver in " + parent + ": "
                + ErrorLog.oneLine(ex), ex);
        }
    }

    private static DriverDirectory locked(final Path parent, final int tries) throws IOException {
        final Path made = Files.createTempDirectory(parent, "lockstep-" + ProcessHandle.current().pid() + "-");
        FileChannel channel = null;
        try {
            channel = FileChannel.open(made.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            channel.lock();
            return new DriverDirectory(made, channel);
        } catch (final IOException ex) {
            closeQuietly(channel);
            deleteQuietly(made);
            if (ex instanceof NoSuchFileException && tries > 1) {
                return locked(parent, tries - 1);
            }
            throw ex;
        }
    }

    File aeron() {
        return root.resolve(AERON).toFile();
    }

    void delete() {
        closeQuietly(lockChannel); // first: some systems cannot delete an open file
        deleteQuietly(root);
    }

    static Path defaultBase(final long bytesNeeded) {
        return defaultBase(SHARED_MEMORY, bytesNeeded);
    }

    static Path defaultBase(final Path sharedMemory, final long bytesNeeded) {
        final boolean usable = Files.isDirectory(sharedMemory) && Files.isWritable(sharedMemory)
            && usableBytes(sharedMemory) >= bytesNeeded;
        return usable ? sharedMemory : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /**
     * Returns the Aeron directories of a process in the default places, as far as they belong to this process's user.
     */
    static List<File> of(final long pid) {
        final List<File> found = new ArrayList<>();
        for (final Path base : List.of(SHARED_MEMORY, Path.of(System.getProperty("java.io.tmpdir")))) {
            found.addAll(of(pid, base));
        }
        Collections.sort(found);
        return found;
    }

    static List<File> of(final long pid, final Path base) {
        final List<File> found = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(base, "lockstep-" + pid + "-*")) {
            final UserPrincipal self = OwnedTrees.self(base);
            for (final Path child : children) {
                if (NAME.matcher(child.getFileName().toString()).matches() && OwnedTrees.isOwned(child, self)) {
                    found.add(child.resolve(AERON).toFile());
                }
            }
        } catch (final IOException | DirectoryIteratorException ignored) {
            // A directory that cannot be read holds none.
        }
        return found;
    }

    static void removeLeftOvers(final Path base) {
        try (OwnedTrees trees = OwnedTrees.of(base)) {
            int removals = 0;
            for (final Path entry : trees.entries()) {
                if (isOfDeadProcess(entry.getFileName()) && isRemoved(trees, entry.getFileName())
                    && ++removals == MAX_REMOVALS) {
                    return;
                }
            }
        } catch (final IOException | DirectoryIteratorException ignored) {
            // A failure to delete other processes' directories must not prevent a start.
        }
    }

    private static boolean isOfDeadProcess(final Path name) {
        final Matcher matcher = NAME.matcher(name.toString());
        return matcher.matches() && ProcessHandle.of(Long.parseLong(matcher.group(1))).isEmpty();
    }

    private static boolean isRemoved(final OwnedTrees trees, final Path name) {
        try {
            return trees.removeAbandoned(name, LOCK);
        } catch (final IOException another) {
            return false; // the next start tries again
        }
    }

    private static long usableBytes(final Path directory) {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (final IOException ex) {
            return 0;
        }
    }

    private static long kib(final long bytes) {
        return bytes >> 10;
    }

    private static void closeQuietly(final @Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (final IOException ignore) {
            // The lock is gone either way.
        }
    }

    private static void deleteQuietly(final Path directory) {
        try (OwnedTrees trees = OwnedTrees.of(directory.toAbsolutePath().resolveSibling(""))) {
            trees.remove(directory.getFileName());
        } catch (final IOException ignored) {
            // The next start's tidying gets another try.
        }
    }
}
