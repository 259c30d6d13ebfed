/* What stands between a process and its disk, loaded with LD_PRELOAD: it writes down every change
 * below a folder in the order in which it was made, and can play a full or a failing disk.
 *
 *   CRASH_ROOT    the folder; without it nothing is watched
 *   CRASH_TRACE   the file that the changes are written to, together with what goes to stdout
 *   CRASH_FAULTS  a folder; a fault lasts for as long as a file of its name is in there:
 *                    full  writes fail with ENOSPC, every other one after half of its bytes
 *                    eio   fsync fails with EIO, and what was written since the last one is lost
 *                    read-only  whatever would change the disk fails with EROFS
 *
 * A record of the trace is a header and then both paths (relative to the root) and the bytes:
 *   C create  T resize  W write  S fsync  D fsync of a folder  R rename  L link  U unlink
 *   K make a folder  X remove a folder  M bytes on stdout
 *
 * Changes through mmap, copy_file_range or the C library's own streams are not seen; whoever reads
 * a trace compares it with the folder that it left. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES 65536

/* What is known of an open descriptor: its path, and how much of it an fsync has made safe. */
static struct { char *path; ino_t inode; int folder; off_t safe; } files[FILES];
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static char root[PATH_MAX];
static size_t root_length;
static const char *faults;
static int trace = -1;
static unsigned refused;

#define REAL(name) \
    static __typeof__(name) *real_##name; \
    if (!real_##name) real_##name = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)
#define GUARDED(type, call) \
    pthread_mutex_lock(&lock); \
    type done = (call); \
    int problem = errno; \
    pthread_mutex_unlock(&lock); \
    errno = problem; \
    return done

__attribute__((constructor)) static void start(void) {
    const char *folder = getenv("CRASH_ROOT"), *to = getenv("CRASH_TRACE");
    faults = getenv("CRASH_FAULTS");
    if (!folder || !realpath(folder, root)) return;
    if (to) {
        REAL(open);
        int low = real_open(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        REAL(fcntl);
        /* High up, where the process does not close it by counting. */
        trace = real_fcntl(low, F_DUPFD_CLOEXEC, 900);
        REAL(close);
        real_close(low);
    }
    root_length = strlen(root);
}

static int fault(const char *name) {
    char path[PATH_MAX];
    if (!faults) return 0;
    snprintf(path, sizeof path, "%s/%s", faults, name);
    return access(path, F_OK) == 0;
}

/* Whether nothing can be changed; says so in errno. */
static int is_read_only(void) {
    int before = errno, is = fault("read-only");
    errno = is ? EROFS : before;
    return is;
}

/* --- the trace --- */

struct __attribute__((packed)) header { uint8_t kind; uint64_t inode, offset, length; uint32_t first, second; };

static void put(const void *bytes, size_t length) {
    REAL(write);
    for (const char *at = bytes; length;) {
        ssize_t written = real_write(trace, at, length);
        if (written <= 0) _exit(99); /* a trace with a gap would prove anything */
        at += written;
        length -= written;
    }
}
static void record(char kind, uint64_t inode, uint64_t offset, const void *bytes, uint64_t length, const char *first, const char *second) {
    if (trace < 0) return;
    struct header header = { kind, inode, offset, bytes ? length : 0, first ? strlen(first) : 0, second ? strlen(second) : 0 };
    put(&header, sizeof header);
    if (first) put(first, header.first);
    if (second) put(second, header.second);
    if (bytes) put(bytes, length);
}

/* --- paths and descriptors --- */

/* The real path of `path`, in `out`; whether it is below the root. */
static int below(int folder, const char *path, char *out) {
    char joined[PATH_MAX * 2], parent[PATH_MAX], name[NAME_MAX + 1];
    if (!root_length || !path || !*path) return 0;
    if (*path == '/') snprintf(joined, sizeof joined, "%s", path);
    else if (folder == AT_FDCWD) {
        if (!getcwd(parent, sizeof parent)) return 0;
        snprintf(joined, sizeof joined, "%s/%s", parent, path);
    } else if (folder >= 0 && folder < FILES && files[folder].path)
        snprintf(joined, sizeof joined, "%s/%s", files[folder].path, path);
    else return 0;
    size_t length = strlen(joined);
    while (length > 1 && joined[length - 1] == '/') joined[--length] = 0;
    char *slash = strrchr(joined, '/');
    snprintf(name, sizeof name, "%s", slash + 1);
    *slash = 0;
    if (!realpath(*joined ? joined : "/", parent)) return 0;
    int whole = snprintf(out, PATH_MAX, "%s/%s", strcmp(parent, "/") ? parent : "", name);
    return whole < PATH_MAX && !strncmp(out, root, root_length) && (out[root_length] == '/' || !out[root_length]);
}
static const char *relative(const char *path) {
    path += root_length;
    while (*path == '/') path++;
    return path;
}
static void forget(int fd) {
    if (fd < 0 || fd >= FILES) return;
    free(files[fd].path);
    files[fd].path = NULL;
}
/* Whether `fd` is a file or folder below the root. Streams close descriptors behind our back, so the
 * number may be another file's, or a socket's, by now. */
static int watched(int fd) {
    struct stat now;
    if (fd < 0 || fd >= FILES || !files[fd].path) return 0;
    if (!fstat(fd, &now) && now.st_ino == files[fd].inode && (S_ISREG(now.st_mode) || S_ISDIR(now.st_mode))) return 1;
    forget(fd);
    return 0;
}
static int watched_file(int fd) { return watched(fd) && !files[fd].folder; }

static void opened(int fd, const char *path, int flags, int was_there) {
    struct stat now;
    forget(fd);
    if (fd < 0 || fd >= FILES || !path || fstat(fd, &now)) return;
    files[fd].path = strdup(path);
    files[fd].inode = now.st_ino;
    files[fd].folder = S_ISDIR(now.st_mode);
    files[fd].safe = now.st_size;
    if (files[fd].folder) return;
    if ((flags & O_CREAT) && !was_there) record('C', now.st_ino, 0, NULL, 0, relative(path), NULL);
    else if (flags & O_TRUNC) record('T', now.st_ino, 0, NULL, 0, NULL, NULL);
}

#define OPEN(name, FOLDER, CALL) \
    char path_below[PATH_MAX]; \
    mode_t mode = 0; \
    struct stat before; \
    if (flags & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); } \
    REAL(name); \
    pthread_mutex_lock(&lock); \
    int ours = below(FOLDER, path, path_below); \
    int was_there = ours && !stat(path_below, &before); \
    int changes = (flags & O_ACCMODE) != O_RDONLY || ((flags & O_CREAT) && !was_there); \
    int fd = ours && changes && is_read_only() ? -1 : CALL; \
    int problem = errno; \
    if (fd >= 0) opened(fd, ours ? path_below : NULL, flags, was_there); \
    pthread_mutex_unlock(&lock); \
    errno = problem; \
    return fd

int open(const char *path, int flags, ...) { OPEN(open, AT_FDCWD, real_open(path, flags, mode)); }
int open64(const char *path, int flags, ...) { OPEN(open64, AT_FDCWD, real_open64(path, flags, mode)); }
int openat(int folder, const char *path, int flags, ...) { OPEN(openat, folder, real_openat(folder, path, flags, mode)); }
int openat64(int folder, const char *path, int flags, ...) { OPEN(openat64, folder, real_openat64(folder, path, flags, mode)); }
int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int close(int fd) {
    REAL(close);
    if (trace >= 0 && fd == trace) return 0;
    pthread_mutex_lock(&lock);
    forget(fd);
    pthread_mutex_unlock(&lock);
    return real_close(fd);
}
static int copied(int from, int to) {
    if (to < 0 || to >= FILES) return to;
    pthread_mutex_lock(&lock);
    forget(to);
    if (watched(from)) {
        files[to] = files[from];
        files[to].path = strdup(files[from].path);
    }
    pthread_mutex_unlock(&lock);
    return to;
}
int dup(int fd) { REAL(dup); return copied(fd, real_dup(fd)); }
#define FCNTL(name) \
    va_list more; va_start(more, command); void *argument = va_arg(more, void *); va_end(more); \
    REAL(name); \
    int done = real_##name(fd, command, argument); \
    return command == F_DUPFD || command == F_DUPFD_CLOEXEC ? copied(fd, done) : done
int fcntl(int fd, int command, ...) { FCNTL(fcntl); }
int fcntl64(int fd, int command, ...) { FCNTL(fcntl64); }

/* --- bytes --- */

/* How many of `length` bytes the disk takes; -1 when it takes none. */
static ssize_t room(size_t length) {
    if (is_read_only()) return -1;
    if (!fault("full")) return length;
    if (refused++ % 2 == 0 && length > 1) return length / 2;
    errno = ENOSPC;
    return -1;
}
static ssize_t wrote(int fd, off_t offset, const void *bytes, ssize_t length) {
    int problem = errno;
    if (length > 0) record('W', files[fd].inode, offset, bytes, length, NULL, NULL);
    errno = problem;
    return length;
}
static ssize_t append(int fd, const void *bytes, size_t length) {
    REAL(write);
    ssize_t taken = room(length);
    if (taken < 0) return -1;
    int end = fcntl(fd, F_GETFL, 0) & O_APPEND;
    off_t offset = lseek(fd, 0, end ? SEEK_END : SEEK_CUR);
    return wrote(fd, offset, bytes, real_write(fd, bytes, taken));
}
static ssize_t announce(const void *bytes, size_t length) {
    REAL(write);
    record('M', 0, 0, bytes, length, NULL, NULL);
    return real_write(1, bytes, length);
}
ssize_t write(int fd, const void *bytes, size_t length) {
    REAL(write);
    if (fd == 1 && trace >= 0) { GUARDED(ssize_t, announce(bytes, length)); }
    GUARDED(ssize_t, watched_file(fd) ? append(fd, bytes, length) : real_write(fd, bytes, length));
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(writev);
    pthread_mutex_lock(&lock);
    int ours = watched_file(fd) || (fd == 1 && trace >= 0);
    pthread_mutex_unlock(&lock);
    if (!ours) return real_writev(fd, parts, count);
    for (int i = 0; i < count; i++)
        if (parts[i].iov_len) return write(fd, parts[i].iov_base, parts[i].iov_len);
    return 0;
}
#define PWRITE(name, OFFSET) \
    static ssize_t at_##name(int fd, const void *bytes, size_t length, OFFSET offset) { \
        REAL(name); \
        if (!watched_file(fd)) return real_##name(fd, bytes, length, offset); \
        ssize_t taken = room(length); \
        return taken < 0 ? -1 : wrote(fd, offset, bytes, real_##name(fd, bytes, taken, offset)); \
    } \
    ssize_t name(int fd, const void *bytes, size_t length, OFFSET offset) { GUARDED(ssize_t, at_##name(fd, bytes, length, offset)); }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

static int resized(int fd, off_t length, int done) {
    int problem = errno;
    if (!done && watched_file(fd)) {
        record('T', files[fd].inode, length, NULL, 0, NULL, NULL);
        if (files[fd].safe > length) files[fd].safe = length;
    }
    errno = problem;
    return done;
}
int ftruncate(int fd, off_t length) { REAL(ftruncate); GUARDED(int, watched_file(fd) && is_read_only() ? -1 : resized(fd, length, real_ftruncate(fd, length))); }
int ftruncate64(int fd, off64_t length) { REAL(ftruncate64); GUARDED(int, watched_file(fd) && is_read_only() ? -1 : resized(fd, length, real_ftruncate64(fd, length))); }
static int truncate_path(const char *path, off_t length) {
    int fd = open(path, O_WRONLY);
    if (fd < 0) return -1;
    int done = ftruncate(fd, length), problem = errno;
    close(fd);
    errno = problem;
    return done;
}
int truncate(const char *path, off_t length) { return truncate_path(path, length); }
int truncate64(const char *path, off64_t length) { return truncate_path(path, length); }

/* Room that is only reserved changes no byte; where it makes the file longer, that is a resize. */
static int reserve(int fd, int mode, off_t offset, off_t length) {
    REAL(fallocate);
    struct stat before, after;
    if (!watched_file(fd)) return real_fallocate(fd, mode, offset, length);
    if (is_read_only()) return -1;
    if (fault("full")) { errno = ENOSPC; return -1; }
    fstat(fd, &before);
    int done = real_fallocate(fd, mode, offset, length);
    if (!done && !fstat(fd, &after) && after.st_size != before.st_size) return resized(fd, after.st_size, 0);
    return done;
}
int fallocate(int fd, int mode, off_t offset, off_t length) { GUARDED(int, reserve(fd, mode, offset, length)); }
int fallocate64(int fd, int mode, off64_t offset, off64_t length) { GUARDED(int, reserve(fd, mode, offset, length)); }
int posix_fallocate(int fd, off_t offset, off_t length) { return fallocate(fd, 0, offset, length) ? errno : 0; }
int posix_fallocate64(int fd, off64_t offset, off64_t length) { return posix_fallocate(fd, offset, length); }

/* --- safe on disk --- */

/* The pages that a failed fsync could not write are dropped: they read as what was there before. */
static void lose(int fd) {
    REAL(pwrite);
    static const char nothing[65536];
    struct stat now;
    int flags = fcntl(fd, F_GETFL, 0);
    if (files[fd].folder || (flags & O_ACCMODE) == O_RDONLY || fstat(fd, &now)) return;
    for (off_t at = files[fd].safe; at < now.st_size;) {
        size_t length = now.st_size - at < (off_t)sizeof nothing ? now.st_size - at : (off_t)sizeof nothing;
        ssize_t written = real_pwrite(fd, nothing, length, at);
        if (written <= 0) return;
        at += written;
    }
}
static int synced(int fd, int (*call)(int)) {
    struct stat now;
    if (!watched(fd)) return call(fd);
    if (fault("eio")) {
        lose(fd);
        errno = EIO;
        return -1;
    }
    /* Only a trace needs the order; others go on writing meanwhile. */
    if (trace < 0) pthread_mutex_unlock(&lock);
    int done = call(fd), problem = errno;
    if (trace < 0) pthread_mutex_lock(&lock);
    if (!done && files[fd].path) {
        if (files[fd].folder) record('D', 0, 0, NULL, 0, relative(files[fd].path), NULL);
        else record('S', files[fd].inode, 0, NULL, 0, NULL, NULL);
        if (!fstat(fd, &now)) files[fd].safe = now.st_size;
    }
    errno = problem;
    return done;
}
int fsync(int fd) { REAL(fsync); GUARDED(int, synced(fd, real_fsync)); }
int fdatasync(int fd) { REAL(fdatasync); GUARDED(int, synced(fd, real_fdatasync)); }

/* --- names --- */

/* Makes a call that changes the name `path`, and `to` if there are two, and writes it down. */
#define NAME(kind, folder, path, to_folder, to, CALL) \
    char first[PATH_MAX], second[PATH_MAX]; \
    pthread_mutex_lock(&lock); \
    const char *target = to; \
    int ours = below(folder, path, first), both = target && below(to_folder, target, second); \
    int done = ours && is_read_only() ? -1 : CALL; \
    int problem = errno; \
    if (!done && ours && (both || !target)) record(kind, 0, 0, NULL, 0, relative(first), target ? relative(second) : NULL); \
    pthread_mutex_unlock(&lock); \
    errno = problem; \
    return done

int rename(const char *path, const char *to) { REAL(rename); NAME('R', AT_FDCWD, path, AT_FDCWD, to, real_rename(path, to)); }
int renameat(int f, const char *path, int t, const char *to) { REAL(renameat); NAME('R', f, path, t, to, real_renameat(f, path, t, to)); }
int link(const char *path, const char *to) { REAL(link); NAME('L', AT_FDCWD, path, AT_FDCWD, to, real_link(path, to)); }
int linkat(int f, const char *path, int t, const char *to, int flags) { REAL(linkat); NAME('L', f, path, t, to, real_linkat(f, path, t, to, flags)); }
int unlink(const char *path) { REAL(unlink); NAME('U', AT_FDCWD, path, AT_FDCWD, NULL, real_unlink(path)); }
int unlinkat(int f, const char *path, int flags) { REAL(unlinkat); NAME(flags & AT_REMOVEDIR ? 'X' : 'U', f, path, AT_FDCWD, NULL, real_unlinkat(f, path, flags)); }
int rmdir(const char *path) { REAL(rmdir); NAME('X', AT_FDCWD, path, AT_FDCWD, NULL, real_rmdir(path)); }
int mkdir(const char *path, mode_t mode) { REAL(mkdir); NAME('K', AT_FDCWD, path, AT_FDCWD, NULL, real_mkdir(path, mode)); }
