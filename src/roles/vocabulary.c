/* The words by which C programmers tell each other what things are for. */
#include "roles/vocabulary.h"

#include <stddef.h>

const char *const hr_words_make[] = { "new",    "create",    "make",    "alloc",   "open",    "parse",    "load",
				      "build",  "construct", "compile", "prepare", "connect", "generate", "allocate",
				      "fopen",  "popen",     "dopen",   "detach",  "steal",   "spawn",    "from",
				      "ref",    "begin",     "start",   "encode",  "decode",  "convert",  "deserialize",
				      "unpack", "import",    "split",   NULL };
const char *const hr_words_copy[] = { "dup", "duplicate", "copy", "clone", "strdup", "memdup", "cp", NULL };
const char *const hr_words_end[] = { "free",        "delete",   "destroy",    "close",    "release",
				     "unref",       "finalize", "dispose",    "del",      "kill",
				     "finish",      "drop",     "cleanup",    "destruct", "freep",
				     "disconnect",  "dealloc",  "deallocate", "decref",   "decrefp",
				     "unreference", "unrefp",   "unmap",      "munmap",   NULL };
const char *const hr_words_free[] = { "free", "delete",     "destroy", "unref",   "dispose",     "freep",  "dealloc",
				      "del",  "deallocate", "decref",  "decrefp", "unreference", "unrefp", NULL };
const char *const hr_words_memory_end[] = { "free", "unmap", "munmap", "dealloc", "deallocate", "release", NULL };
const char *const hr_words_count[] = { "incref", "ref", "retain", "addref", NULL };
const char *const hr_words_empty[] = { "end",  "fini",      "clear",    "reset", "deinit", "uninit",
				       "term", "terminate", "shutdown", "wipe",  "done",   NULL };
const char *const hr_words_init[] = { "init", "initialize", "initialise", "setup", "ctor", NULL };
const char *const hr_words_get[] = { "get",      "find",     "lookup",  "first",  "next",     "prev",
				     "previous", "last",     "peek",    "at",     "search",   "back",
				     "front",    "current",  "top",     "query",  "fetch",    "select",
				     "nth",      "locate",   "begin",   "errmsg", "strerror", "errstr",
				     "version",  "basename", "default", "which",  NULL };
const char *const hr_words_part[] = { "name", "data",   "value",   "item",    "child",  "parent", "root",
				      "head", "tail",   "error",   "message", "text",   "user",   "contents",
				      "type", "handle", "context", "string",  "column", "info",   "description",
				      "key",  "title",  "label",   NULL };
const char *const hr_words_ask[] = {
	"is",        "has",       "can",      "equal",   "equals", "compare",   "cmp",      "count",      "num",
	"size",      "length",    "len",      "get",     "hash",   "checksum",  "crc",      "index",      "find",
	"tell",      "pos",       "position", "avail",   "bound",  "max",       "min",      "version",    "strlen",
	"contains",  "exists",    "empty",    "bytes",   "type",   "id",        "number",   "eof",        "offset",
	"capacity",  "remaining", "width",    "height",  "code",   "errno",     "supports", "valid",      "match",
	"matches",   "isspace",   "isalpha",  "isdigit", "level",  "flags",     "pending",  "depth",      "errcode",
	"total",     "category",  "toupper",  "tolower", "used",   "available", "should",   "combine",    "gen",
	"direct",    "error",     "glob",     "like",    "strcmp", "stricmp",   "strnicmp", "strcasecmp", "sum",
	"timestamp", "time",      "priority", "getc",    "streq",  "fileno",    "getch",    "getchar",    "fgetc",
	NULL
};
const char *const hr_words_qualities[] = { "flags",  "level", "type", "id",  "time",  "priority", "bytes",
					   "number", "min",   "max",  "pos", "index", "match",    NULL };
const char *const hr_words_change[] = {
	"set",      "add",        "insert", "remove",    "write",    "put",      "push",       "append",     "replace",
	"update",   "init",       "load",   "save",      "open",     "close",    "exec",       "run",        "start",
	"stop",     "register",   "parse",  "decode",    "encode",   "compress", "uncompress", "decompress", "flush",
	"send",     "recv",       "read",   "step",      "prepare",  "bind",     "delete",     "reset",      "sync",
	"enable",   "disable",    "config", "configure", "create",   "process",  "apply",      "attach",     "detach",
	"lock",     "unlock",     "commit", "begin",     "rollback", "end",      "seek",       "rewind",     "validate",
	"check",    "verify",     "setup",  "install",   "print",    "copy",     "merge",      "sort",       "dump",
	"swap",     "clear",      "resize", "reserve",   "execute",  "finalize", "finish",     "destroy",    "free",
	"connect",  "request",    "submit", "cancel",    "claim",    "release",  "acquire",    "allow",      "join",
	"leave",    "unlink",     "rename", "transfer",  "store",    "retrieve", "wait",       "poll",       "accept",
	"listen",   "invoke",     "call",   "perform",   "skip",     "feed",     "kill",       "signal",     "notify",
	"activate", "deactivate", "pause",  "resume",    "suspend",  "export",   "import",     "emit",       "truncate",
	"generate", "shutdown",   "define", "ensure",    "refresh",  "reload",   "mount",      "unmount",    "block",
	"unblock",  "fork",       NULL
};
const char *const hr_words_give[] = { "add",     "append",  "insert", "push", "attach", "prepend",
				      "replace", "enqueue", "adopt",  "put",  NULL };
const char *const hr_words_lend[] = { "reference", "ref", "borrow", "borrowed", "weak", "static", "const", NULL };
const char *const hr_words_edit[] = { "trim",    "strip",   "lower",     "upper",     "reverse",
				      "chomp",   "sort",    "swap",      "unescape",  "shuffle",
				      "tolower", "toupper", "lowercase", "uppercase", NULL };
const char *const hr_words_fill[] = { "read",    "get",     "recv",   "receive", "fetch",   "gets",
				      "query",   "fill",    "fread",  "copy",    "stat",    "snprintf",
				      "sprintf", "extract", "export", "sprint",  "snprint", NULL };
const char *const hr_words_drain[] = { "write",  "put",  "send",   "puts",   "fwrite",  "set",
				       "import", "hash", "update", "append", "add",     "inject",
				       "insert", "push", "submit", "post",   "enqueue", NULL };
const char *const hr_words_use[] = { "open",   "connect", "send", "write",   "put",    "print", "say",
				     "log",    "play",    "show", "run",     "exec",   "parse", "add",
				     "insert", "set",     "ping", "command", "submit", NULL };
const char *const hr_words_files[] = { "open",      "load",    "save",  "file",   "fopen",  "read",   "write", "dir",
				       "directory", "stat",    "mkdir", "unlink", "rename", "create", "dump",  "import",
				       "export",    "include", "path",  "unix",   "socket", "listen", NULL };
const char *const hr_words_file_calls[] = { "mkdir",   "chdir", "rmdir",  "unlink",   "opendir", "readdir", "fopen",
					    "freopen", "chmod", "chown",  "lstat",    "statfs",  "statvfs", "readlink",
					    "symlink", "mknod", "mkfifo", "realpath", "utimens", "chroot",  NULL };
const char *const hr_words_render[] = { "print",     "printf", "mprintf",  "format",  "tostring", "str",  "string",
					"encode",    "escape", "join",     "concat",  "strdup",   "dump", "stringify",
					"serialize", "render", "asprintf", "vprintf", "vmprintf", "to",   "expand",
					"normalize", "map",    "casefold", NULL };
const char *const hr_words_allocate[] = { "malloc",       "realloc",  "calloc",   "alloc",
					  "reallocarray", "allocate", "memalign", NULL };

const char *const hr_words_path[] = { "path",    "filename", "file",   "dir",      "directory", "pathname", "fname",
				      "dirname", "filepath", "folder", "basename", "fn",        NULL };
const char *const hr_words_format[] = { "fmt", "format", NULL };
const char *const hr_words_user_data[] = { "data",   "userdata", "opaque", "arg",   "ctx",      "context",    "closure",
					   "cookie", "priv",     "user",   "param", "baton",    "clientdata", "args",
					   "app",    "ptr",      "ref",    "extra", "state",    "desc",       "info",
					   "udata",  "payload",  "pv",     "env",   "privdata", NULL };
const char *const hr_words_length[] = { "len",   "length", "size", "count",  "num",   "n",      "nbytes",
					"nbyte", "bytes",  "sz",   "nmemb",  "nelem", "nelems", "cnt",
					"byte",  "strlen", "siz",  "nitems", "argc",  "amt",    "sizes",
					"l",     "nelm",   "nb",   "nelms",  NULL };
const char *const hr_words_capacity[] = { "capacity", "cap",   "max",  "maxlen", "maxsize", "bufsize", "bufsiz",
					  "buflen",   "avail", "room", "limit",  "maximum", NULL };
const char *const hr_words_size[] = { "size",    "nbytes", "bytes", "nbyte",     "limit",  "capacity",
				      "len",     "length", "sz",    "count",     "amount", "nmemb",
				      "bufsize", "max",    "siz",   "blocksize", "items",  NULL };
const char *const hr_words_flags[] = {
	"flags", "flag", "options", "opts", "mask", "flgs", "oflags", "attributes", NULL
};
const char *const hr_words_choice[] = { "mode",    "level",     "type",     "kind",     "strategy",  "method",
					"code",    "op",        "flush",    "whence",   "format",    "style",
					"policy",  "algorithm", "algo",     "encoding", "opcode",    "severity",
					"option",  "which",     "category", "errcode",  "action",    "error",
					"errnum",  "err",       "what",     "status",   "direction", "state",
					"rep",     "class",     "verb",     "limit",    "request",   "cmd",
					"command", NULL };
const char *const hr_words_choice_only[] = { "type",     "kind",      "action",  "style",  "algo",    "algorithm",
					     "strategy", "direction", "whence",  "policy", "errcode", "encoding",
					     "method",   "cmd",       "command", NULL };
const char *const hr_words_descriptor[] = { "fd",     "sock",    "socket", "sockfd", "descriptor",
					    "fildes", "filedes", "fdes",   NULL };
const char *const hr_words_output[] = { "dest",   "dst",         "out",    "output",  "result", "res", "ret",
					"buf",    "buffer",      "target", "written", "pout",   "to",  "obuf",
					"outbuf", "destination", "rv",     "answer",  NULL };
const char *const hr_words_input[] = { "src", "source",     "in",   "input", "from", "text", "data",  "str", "string",
				       "key", "dictionary", "dict", "msg",   "sql",  "name", "value", NULL };
const char *const hr_words_index[] = { "index", "idx",    "i",     "pos",   "position", "offset", "off", "start",
				       "col",   "column", "row",   "which", "number",   "ofst",   "nth", "line",
				       "id",    "stride", "pitch", "step",  "linesize", "ndx",    NULL };
const char *const hr_words_cursor[] = { "end", "endptr", "tail", "endp", "next", "cursor", "rest", NULL };
const char *const hr_words_status_type[] = { "error",   "status",  "result", "code",    "err",     "ret", "errno",
					     "errcode", "retcode", "rc",     "outcome", "success", NULL };
