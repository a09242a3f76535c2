/* The file system in memory, below the gates: storage, inodes, names. Functions that can fail return -1 (or NULL) and set errno, as the
 * calls that they serve do. Nothing here knows about the unit's memory. */
#ifndef HR_RUNTIME_FILE_TREE_H
#define HR_RUNTIME_FILE_TREE_H

#include "runtime/files.h"

#include <sys/stat.h>
#include <sys/types.h>

#define HR_FILES_MOST_BYTES (64u << 20) /* contents of all files together */
#define HR_FILES_MOST_INODES 16384u
#define HR_FILES_PIPE_BYTES 65536u
#define HR_FILES_OUTPUT_BYTES 65536u
#define HR_FILES_TIME 1000000000 /* what every clock in the file system shows: 2001-09-09 01:46:40 UTC */
#define HR_FILES_USER 1000       /* who the unit is; / and /dev belong to root */
#define HR_FILES_BLOCK 4096u     /* st_blksize, and the size of a stream's buffer */

/* ---- storage (file_store.c) ---- */

#define HR_STORE_CLASSES 22u /* powers of two from 64 bytes on */

struct hr_store {
	size_t used; /* of the mapping, from its beginning */
	void *free[HR_STORE_CLASSES];
};

/* A piece of at least `size` bytes, not cleared; NULL when there is no room (errno is ENOSPC). Giving it back needs the same size. */
void *hr_store_take(size_t size);
void hr_store_give(void *piece, size_t size);

/* After a sequence that used so much of it: gives the pages beyond the first megabyte back to the system. */
void hr_store_trim(size_t used);

/* Where it begins; NULL: no memory. */
char *hr_store_begin(void);

/* ---- inodes ---- */

enum hr_inode_kind {
	HR_INODE_FILE,
	HR_INODE_DIRECTORY,
	HR_INODE_LINK,
	HR_INODE_PIPE,
	HR_INODE_NULL,
	HR_INODE_ZERO,
	HR_INODE_FULL,
	HR_INODE_INPUT,  /* /dev/stdin: always at its end */
	HR_INODE_OUTPUT, /* /dev/stdout and /dev/stderr: collected */
};

struct hr_entry {
	struct hr_entry *next;
	struct hr_inode *inode;
	uint64_t sequence; /* rises in a directory with every name that is made: the order of reading */
	uint32_t length;
	char name[];
};

struct hr_inode {
	uint32_t kind; /* enum hr_inode_kind */
	uint32_t number;
	uint32_t permissions; /* the lower twelve bits of st_mode */
	uint32_t user;
	uint32_t group;
	uint32_t links;
	uint32_t holders; /* open files, mappings, the current directory: it lives while there are any */
	uint32_t readers; /* pipes: ends that are open */
	uint32_t writers;
	uint32_t mappings; /* shared ones: they are looked at before the contents are read */
	struct timespec accessed;
	struct timespec modified;
	/* files, links (the target), pipes (what waits in it is [begin, size)) */
	char *bytes;
	size_t size;
	size_t capacity;
	size_t begin;
	/* directories */
	struct hr_inode *parent;
	bool holds_parent; /* a removed one, whose ".." still leads somewhere */
	struct hr_entry *first;
	struct hr_entry *last;
	uint64_t sequence;
};

struct hr_stream;
struct hr_mapping;

/* Everything that a reset brings back, but for the descriptors. */
struct hr_file_area {
	bool is_ready;
	struct hr_store store;
	uint32_t inode_count;
	uint32_t inode_number;
	uint32_t made; /* names given out: /tmp/harrier-N, tmpnam, mkstemp */
	mode_t mask;
	size_t content; /* bytes held by files */
	struct hr_inode *root;
	struct hr_inode *current;    /* directory */
	struct hr_inode *scratch;    /* /tmp */
	struct hr_stream *streams;   /* the open ones */
	struct hr_mapping *mappings; /* of gate_mapping.c */
};

extern struct hr_file_area hr_file_area;
extern uint32_t hr_file_generation; /* rises with every reset: what an older one handed out is void */

/* Makes the area ready: at the first use after a reset. It cannot fail: without memory the file system is merely always full. */
void hr_file_area_start(void);

/* As it is now is how it starts from here on. 0, or errno. */
int hr_file_area_mark(void);

static inline struct hr_file_area *hr_files(void)
{
	if (!hr_file_area.is_ready)
		hr_file_area_start();
	return &hr_file_area;
}

struct hr_inode *hr_inode_new(enum hr_inode_kind kind, uint32_t permissions);
void hr_inode_hold(struct hr_inode *inode);
void hr_inode_drop(struct hr_inode *inode); /* also after a link is gone: frees what nobody can reach */

/* Contents of files. Writing beyond the end fills the gap with zeros. Both return the number of bytes; writing -1 with ENOSPC
 * when not one fits. */
size_t hr_inode_read(struct hr_inode *inode, size_t offset, void *to, size_t size);
ssize_t hr_inode_write(struct hr_inode *inode, size_t offset, const void *from, size_t size);
int hr_inode_resize(struct hr_inode *inode, size_t size);
void hr_inode_stat(struct hr_inode *inode, struct stat *out);

/* May the unit read (4), write (2), search or execute (1) it? 0, or -1 with EACCES. */
int hr_inode_allows(const struct hr_inode *inode, unsigned wanted);

/* ---- names (file_names.c) ---- */

struct hr_name {
	struct hr_inode *parent;
	struct hr_inode *inode; /* NULL: no such name there yet */
	size_t length;
	char last[256];  /* the name in the parent; "." when the path ends in the root, "." or ".." */
	bool has_slash;  /* it must be a directory: a slash follows */
	bool is_special; /* `last` is no name that can be made or removed */
};

enum { HR_NAME_FOLLOW = 1 /* a symbolic link at the end too */ };

/* Finds the parent and, if there, what the path names, from `base` on when it is relative. -1: the parent cannot be reached, or the path is
 * malformed. */
int hr_name_find(struct hr_name *out, struct hr_inode *base, const char *path, unsigned flags);

/* The same for what must exist: NULL and ENOENT when it does not. */
struct hr_inode *hr_name_inode(struct hr_inode *base, const char *path, unsigned flags);

struct hr_entry *hr_directory_find(struct hr_inode *directory, const char *name, size_t length);
int hr_directory_add(struct hr_inode *directory, const char *name, size_t length, struct hr_inode *inode);
void hr_directory_remove(struct hr_inode *directory, struct hr_entry *entry);

/* The absolute path of a directory; its length, or -1: removed (ENOENT), or longer than the room (ERANGE). */
ssize_t hr_directory_path(struct hr_inode *directory, char *out, size_t room);

#endif
