package io.lockstep.aeron;

import io.lockstep.core.transport.TransportException;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The directory of one embedded driver: {@code <base>/lockstep-<pid>-<random>}, readable by its owner alone, holding
 * {@code aeron/} and a lock file. Deleted on close; what a killed process left behind is removed by the next start.
 *
 * <p>A directory counts as left behind when its process is gone <em>and</em> its lock is free: a container may share
 * /dev/shm with others without seeing their processes, but locks are the kernel's.
 */
final class DriverDirectory {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final Pattern NAME = Pattern.compile("lockstep-(\\d{1,18})-\\d+");
    private static final String LOCK = "lock";
    private static final String AERON = "aeron";
    /** Between making its directory and its lock file a starting process is unprotected; it needs milliseconds. */
    private static final long UNLOCKED_GRACE_MS = 60_000;
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
        Path made = null;
        FileChannel channel = null;
        try {
            made = Files.createTempDirectory(parent, "lockstep-" + ProcessHandle.current().pid() + "-");
            channel = FileChannel.open(made.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel.lock();
            return new DriverDirectory(made, channel);
        } catch (final IOException ex) {
            closeQuietly(channel);
            if (made != null) {
                deleteQuietly(made);
            }
            throw new TransportException("cannot make a directory for the media driver in " + parent + ": "
                + ErrorLog.oneLine(ex), ex);
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

    /** Where the drivers of a process are that were given no base: its Aeron directories, in both places. */
    static List<File> of(final long pid) {
        final List<File> found = new ArrayList<>();
        for (final Path base : List.of(SHARED_MEMORY, Path.of(System.getProperty("java.io.tmpdir")))) {
            try (DirectoryStream<Path> children = Files.newDirectoryStream(base, "lockstep-" + pid + "-*")) {
                children.forEach(child -> found.add(child.resolve(AERON).toFile()));
            } catch (final IOException ignore) {
                // There is none where one cannot look.
            }
        }
        Collections.sort(found);
        return found;
    }

    static void removeLeftOvers(final Path base) {
        int removals = 0;
        try (DirectoryStream<Path> children = Files.newDirectoryStream(base, "lockstep-*")) {
            for (final Path child : children) {
                final Matcher name = NAME.matcher(child.getFileName().toString());
                if (name.matches() && Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)
                    && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty() && isAbandoned(child)) {
                    deleteQuietly(child);
                    if (++removals == MAX_REMOVALS) {
                        return;
                    }
                }
            }
        } catch (final IOException | RuntimeException ignore) {
            // Tidying up after others is a courtesy: it must not keep anybody from starting.
        }
    }

    private static boolean isAbandoned(final Path directory) throws IOException {
        final Path lockFile = directory.resolve(LOCK);
        if (!Files.isRegularFile(lockFile, LinkOption.NOFOLLOW_LINKS)) {
            final long madeMs = Files.getLastModifiedTime(directory, LinkOption.NOFOLLOW_LINKS).toMillis();
            return System.currentTimeMillis() - madeMs > UNLOCKED_GRACE_MS;
        }
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (final IOException | OverlappingFileLockException ex) {
            return false; // another user's, or just gone
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
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes)
                    throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(final Path file, final IOException ex) throws IOException {
                    if (ex instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE;
                    }
                    throw ex;
                }

                @Override
                public FileVisitResult postVisitDirectory(final Path path, final IOException ex) throws IOException {
                    Files.deleteIfExists(path);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (final IOException ignore) {
            // The next start's tidying gets another try.
        }
    }
}
