/* The entry points of instrumented code, called as the compiler calls them. */
#include "memory_setup.h"

/* Declared by nobody: the compiler makes the calls itself. */
void __asan_report_load4(uintptr_t address);
void __asan_report_store_n(uintptr_t address, size_t size);
void __asan_load1(uintptr_t address);
void __asan_load8(uintptr_t address);
void __asan_store16(uintptr_t address);
void __asan_loadN(uintptr_t address, size_t size);
void __asan_storeN_noabort(uintptr_t address, size_t size);
void *__asan_memcpy(void *to, const void *from, size_t size);
void *__asan_memmove(void *to, const void *from, size_t size);
void *__asan_memset(void *to, int value, size_t size);
void __asan_poison_memory_region(const volatile void *from, size_t size);
void __asan_unpoison_memory_region(const volatile void *from, size_t size);
int __asan_address_is_poisoned(const volatile void *address);
void *__asan_region_is_poisoned(void *from, size_t size);
void __asan_handle_no_return(void);
void __asan_set_shadow_f1(uint8_t *shadow, size_t size);
void __asan_set_shadow_04(uint8_t *shadow, size_t size);
void __asan_poison_stack_memory(uintptr_t address, size_t size);
void __asan_unpoison_stack_memory(uintptr_t address, size_t size);
void __asan_alloca_poison(uintptr_t address, size_t size);
void __asan_allocas_unpoison(uintptr_t low, uintptr_t high);
uintptr_t __asan_stack_malloc_0(size_t size);
uintptr_t __asan_stack_malloc_10(size_t size);
uintptr_t __asan_stack_malloc_always_3(size_t size);
void __asan_stack_free_10(uintptr_t frame, size_t size);
extern int __asan_option_detect_stack_use_after_return;

struct access {
	void (*check)(uintptr_t address);
	uintptr_t address;
	size_t size;
};

static void do_access(void **arguments, void *result)
{
	const struct access *access = arguments[0];
	(void)result;
	access->check(access->address);
}

static void do_sized_load(void **arguments, void *result)
{
	const struct access *access = arguments[0];
	(void)result;
	__asan_loadN(access->address, access->size);
}

static void do_sized_store(void **arguments, void *result)
{
	const struct access *access = arguments[0];
	(void)result;
	__asan_storeN_noabort(access->address, access->size);
}

static void do_report_sized(void **arguments, void *result)
{
	const struct access *access = arguments[0];
	(void)result;
	__asan_report_store_n(access->address, access->size);
}

static uintptr_t fresh(size_t size)
{
	return (uintptr_t)hr_arena_allocate(size, 16, HR_BLOCK_UNIT);
}

static void expect_fault(void (*body)(void **, void *), struct access access, size_t size, enum hr_wire_access kind)
{
	const struct hr_wire_fault *fault = run(body, &access);
	assert_non_null(fault);
	assert_int_equal(fault->address, access.address);
	assert_int_equal(fault->size, size);
	assert_int_equal(fault->access, kind);
	assert_string_equal(fault->function, "");
}

static void test_asan__reports_are_faults(void **state)
{
	(void)state;
	uintptr_t block = fresh(10);
	expect_fault(do_access, (struct access){ __asan_report_load4, block + 8, 0 }, 4, HR_ACCESS_READ);
	assert_int_equal(hr_runtime.fault.kind, HR_FAULT_HEAP_OVERFLOW);
	assert_int_equal(hr_runtime.fault.owner.region, HR_REGION_HEAP);
	assert_int_equal(hr_runtime.fault.owner.place, HR_PLACE_AFTER);
	assert_int_equal(hr_runtime.fault.owner.distance, 0);
	expect_fault(do_report_sized, (struct access){ NULL, block - 3, 3 }, 3, HR_ACCESS_WRITE);
	assert_int_equal(hr_runtime.fault.kind, HR_FAULT_HEAP_UNDERFLOW);
}

static void test_asan__checks_pass_what_is_good(void **state)
{
	(void)state;
	uintptr_t block = fresh(16);
	assert_null(run(do_access, &(struct access){ __asan_load1, block + 15, 0 }));
	assert_null(run(do_access, &(struct access){ __asan_load8, block + 3, 0 }));
	assert_null(run(do_access, &(struct access){ __asan_store16, block, 0 }));
	assert_null(run(do_sized_load, &(struct access){ NULL, block, 16 }));
	assert_null(run(do_sized_store, &(struct access){ NULL, block + 1, 15 }));
	assert_null(run(do_sized_load, &(struct access){ NULL, 0, 0 }));
}

static void test_asan__checks_report_what_is_bad(void **state)
{
	(void)state;
	uintptr_t block = fresh(16);
	expect_fault(do_access, (struct access){ __asan_load1, block + 16, 0 }, 1, HR_ACCESS_READ);
	expect_fault(do_access, (struct access){ __asan_load8, block + 9, 0 }, 8, HR_ACCESS_READ);
	expect_fault(do_access, (struct access){ __asan_store16, block + 1, 0 }, 16, HR_ACCESS_WRITE);
	expect_fault(do_sized_load, (struct access){ NULL, block, 17 }, 17, HR_ACCESS_READ);
	expect_fault(do_sized_store, (struct access){ NULL, block + 1, 300 }, 300, HR_ACCESS_WRITE);
	expect_fault(do_access, (struct access){ __asan_load8, 0, 0 }, 8, HR_ACCESS_READ);
	assert_int_equal(hr_runtime.fault.kind, HR_FAULT_NULL);
	expect_fault(do_access, (struct access){ __asan_load1, 0xdeadbeefdeadbeef, 0 }, 1, HR_ACCESS_READ);
	assert_int_equal(hr_runtime.fault.kind, HR_FAULT_WILD);
}

struct copy {
	void *to;
	const void *from;
	size_t size;
};

static void do_memcpy(void **arguments, void *result)
{
	const struct copy *copy = arguments[0];
	(void)result;
	__asan_memcpy(copy->to, copy->from, copy->size);
}

static void do_memmove(void **arguments, void *result)
{
	const struct copy *copy = arguments[0];
	(void)result;
	__asan_memmove(copy->to, copy->from, copy->size);
}

static void do_memset(void **arguments, void *result)
{
	const struct copy *copy = arguments[0];
	(void)result;
	__asan_memset(copy->to, 7, copy->size);
}

static void expect_copy_fault(void (*body)(void **, void *), struct copy copy, enum hr_wire_fault_kind kind,
			      const void *address, const char *function)
{
	const struct hr_wire_fault *fault = run(body, &copy);
	assert_non_null(fault);
	assert_int_equal(fault->kind, kind);
	assert_int_equal(fault->address, (uintptr_t)address);
	assert_string_equal(fault->function, function);
}

static void test_asan__copies_are_checked_before_they_happen(void **state)
{
	(void)state;
	char *to = (char *)fresh(20);
	char *from = (char *)fresh(10);
	strcpy(from, "123456789");
	assert_null(run(do_memcpy, &(struct copy){ to, from, 10 }));
	assert_string_equal(to, "123456789");
	assert_null(run(do_memcpy, &(struct copy){ to, to, 10 }));
	assert_null(run(do_memmove, &(struct copy){ to + 1, to, 10 }));
	assert_string_equal(to, "1123456789");
	assert_null(run(do_memcpy, &(struct copy){ NULL, NULL, 0 }));
	assert_null(run(do_memset, &(struct copy){ to, NULL, 20 }));
	assert_int_equal(to[19], 7);

	expect_copy_fault(do_memcpy, (struct copy){ to, from, 11 }, HR_FAULT_HEAP_OVERFLOW, from, "memcpy");
	expect_copy_fault(do_memcpy, (struct copy){ from, to, 11 }, HR_FAULT_HEAP_OVERFLOW, from, "memcpy");
	expect_copy_fault(do_memcpy, (struct copy){ to + 4, to, 5 }, HR_FAULT_OVERLAP, to + 4, "memcpy");
	expect_copy_fault(do_memcpy, (struct copy){ to, to + 4, 5 }, HR_FAULT_OVERLAP, to, "memcpy");
	expect_copy_fault(do_memmove, (struct copy){ from, to, 11 }, HR_FAULT_HEAP_OVERFLOW, from, "memmove");
	expect_copy_fault(do_memmove, (struct copy){ to, NULL, 1 }, HR_FAULT_NULL, NULL, "memmove");
	expect_copy_fault(do_memset, (struct copy){ from, NULL, 11 }, HR_FAULT_HEAP_OVERFLOW, from, "memset");
	expect_copy_fault(do_memset, (struct copy){ from, NULL, SIZE_MAX }, HR_FAULT_NEGATIVE_SIZE, from, "memset");
	assert_string_equal(from, "123456789");
	assert_int_equal(to[0], 7);
	assert_null(run(do_memcpy, &(struct copy){ to + 5, to, 5 }));
}

static void test_asan__the_unit_poisons_its_own_blocks(void **state)
{
	(void)state;
	uintptr_t block = fresh(64);
	for (size_t from = 0; from < 40; from++)
		for (size_t size = 0; size + from < 64; size++) {
			__asan_poison_memory_region((void *)(block + from), size);
			/* granules of which only a later part is usable cannot be told: those stay usable */
			for (size_t at = from; at < ((from + size) & ~(size_t)7); at++)
				assert_true(__asan_address_is_poisoned((void *)(block + at)));
			for (size_t at = 0; at < from; at++)
				assert_false(__asan_address_is_poisoned((void *)(block + at)));
			for (size_t at = from + size; at < 64; at++)
				assert_false(__asan_address_is_poisoned((void *)(block + at)));
			__asan_unpoison_memory_region((void *)(block + from), size);
			assert_null(__asan_region_is_poisoned((void *)(block + from), size));
			hr_shadow_open(block, 64);
		}
	__asan_poison_memory_region((void *)(block + 56), 8);
	assert_ptr_equal(__asan_region_is_poisoned((void *)block, 64), block + 56);
	assert_int_equal(*hr_shadow_of(block + 56), HR_SHADOW_USER);
}

static void test_asan__the_unit_poisons_nothing_of_others(void **state)
{
	static char ours[64] __attribute__((aligned(8)));
	(void)state;
	__asan_poison_memory_region(ours, sizeof ours);
	assert_false(hr_shadow_is_bad(ours, sizeof ours));
	hr_shadow_close((uintptr_t)ours, sizeof ours, HR_SHADOW_FOREIGN);
	__asan_unpoison_memory_region(ours, sizeof ours);
	assert_true(hr_shadow_is_bad(ours, 1));
	hr_shadow_open((uintptr_t)ours, sizeof ours);
	__asan_unpoison_memory_region(NULL, 100);
	assert_true(hr_shadow_is_bad((void *)8, 1));
	__asan_poison_memory_region((void *)0xdeadbeefdeadbeef, 8);
}

static void test_asan__poison_in_the_image_is_taken_back(void **state)
{
	static char image[4096] __attribute__((aligned(8)));
	(void)state;
	hr_runtime.unit_image = (struct hr_range){ (uintptr_t)image, (uintptr_t)image + sizeof image };
	hr_shadow_close((uintptr_t)image + 128, 32, HR_SHADOW_GLOBAL_REDZONE);
	for (int round = 0; round < 3; round++) {
		__asan_poison_memory_region(image, 100);
		__asan_unpoison_memory_region(image + 128, 32);
		assert_true(hr_shadow_is_bad(image, 1));
		hr_poison_reset();
		assert_false(hr_shadow_is_bad(image, 128));
		assert_int_equal(hr_shadow_first_bad((uintptr_t)image, 200), (uintptr_t)image + 128);
		assert_int_equal(*hr_shadow_of((uintptr_t)image + 128), HR_SHADOW_GLOBAL_REDZONE);
	}
	hr_runtime.unit_image = (struct hr_range){ 0, 0 };
	hr_shadow_open((uintptr_t)image, sizeof image);
}

static void poison_and_leave(void **arguments, void *result)
{
	char frame[256] __attribute__((aligned(32)));
	(void)arguments;
	(void)result;
	__asan_set_shadow_f1(hr_shadow_of((uintptr_t)frame), 4);
	__asan_set_shadow_04(hr_shadow_of((uintptr_t)frame + 32), 1);
	assert_int_equal(hr_shadow_first_bad((uintptr_t)frame, 1), (uintptr_t)frame);
	assert_int_equal(hr_shadow_first_bad((uintptr_t)frame + 32, 8), (uintptr_t)frame + 36);
	__asan_handle_no_return();
	assert_int_equal(hr_shadow_first_bad((uintptr_t)frame, sizeof frame), 0);
}

static void test_asan__no_return_forgets_the_stack(void **state)
{
	(void)state;
	assert_null(run(poison_and_leave, NULL));
	__asan_handle_no_return(); /* on another stack: nothing happens */
}

static void test_asan__scopes_and_allocas(void **state)
{
	static char memory[256] __attribute__((aligned(32)));
	(void)state;
	uintptr_t at = (uintptr_t)memory + 32;
	__asan_poison_stack_memory(at, 20);
	assert_int_equal(*hr_shadow_of(at + 16), HR_SHADOW_STACK_SCOPE);
	__asan_unpoison_stack_memory(at, 20);
	assert_int_equal(hr_shadow_first_bad(at, 21), at + 20);
	hr_shadow_open(at, 32);

	__asan_alloca_poison(at, 20);
	assert_int_equal(hr_shadow_first_bad(at, 20), 0);
	assert_int_equal(hr_shadow_first_bad(at, 21), at + 20);
	assert_int_equal(*hr_shadow_of(at - 1), HR_SHADOW_ALLOCA_LEFT);
	assert_int_equal(*hr_shadow_of(at - 32), HR_SHADOW_ALLOCA_LEFT);
	for (uintptr_t i = 24; i < 64; i += 8)
		assert_int_equal(*hr_shadow_of(at + i), HR_SHADOW_ALLOCA_RIGHT);
	assert_int_equal(*hr_shadow_of(at + 64), 0);
	__asan_allocas_unpoison(0, at);
	assert_true(hr_shadow_is_bad(memory, 1));
	__asan_allocas_unpoison((uintptr_t)memory, at + 64);
	assert_false(hr_shadow_is_bad(memory, 96));

	__asan_alloca_poison(at, 32); /* no partial granule */
	assert_int_equal(hr_shadow_first_bad(at, 33), at + 32);
	assert_int_equal(*hr_shadow_of(at + 56), HR_SHADOW_ALLOCA_RIGHT);
	hr_shadow_open((uintptr_t)memory, sizeof memory);
}

/* What the compiler inlines at the end of a function with a small frame. */
static void give_back_inlined(uintptr_t frame, size_t class_size)
{
	memset(hr_shadow_of(frame), HR_SHADOW_STACK_RETURNED, class_size / 8);
	uint8_t *flag;
	memcpy(&flag, (void *)(frame + class_size - 8), sizeof flag);
	*flag = 0;
}

static void test_asan__frames_are_fresh_and_not_reused(void **state)
{
	(void)state;
	assert_int_equal(__asan_option_detect_stack_use_after_return, 1);
	uintptr_t frame = __asan_stack_malloc_0(64);
	assert_int_equal(frame % 64, 0);
	assert_int_equal(*(uint8_t *)frame, FILL);
	assert_int_equal(hr_shadow_first_bad(frame, 64), 0);
	give_back_inlined(frame, 64);
	assert_int_equal(hr_shadow_first_bad(frame, 1), frame);

	uintptr_t large = __asan_stack_malloc_10(60000);
	assert_true(large > frame);
	assert_int_equal(large % 4096, 0);
	assert_int_equal(hr_shadow_first_bad(large, 65536), 0);
	assert_int_equal(hr_fake_stack_frame(large + 65535), large);
	assert_int_equal(hr_fake_stack_frame(large - 1), 0); /* between the two */
	__asan_stack_free_10(large, 60000);
	assert_int_equal(*hr_shadow_of(large + 65535), HR_SHADOW_STACK_RETURNED);
	assert_int_equal(hr_fake_stack_frame(large + 5), large);

	uintptr_t middle = __asan_stack_malloc_always_3(500);
	assert_int_equal(middle % 512, 0);
	assert_true(middle > large);
	hr_fake_stack_reset();
	assert_int_equal(hr_fake_stack_frame(large), 0);
	assert_int_equal(*hr_shadow_of(middle), HR_SHADOW_STACK_RETURNED);
	assert_int_equal(__asan_stack_malloc_0(64), frame);
}

static void test_asan__a_full_fake_stack_gives_no_frames(void **state)
{
	(void)state;
	for (int round = 0; round < 2; round++) {
		size_t got = 0;
		while (__asan_stack_malloc_10(65536))
			got++;
		assert_int_equal(got, HR_FAKE_STACK_SIZE / 65536);
		assert_int_equal(__asan_stack_malloc_0(32), 0);
		hr_fake_stack_reset();
		for (uintptr_t at = HR_FAKE_STACK_BASE; at < HR_FAKE_STACK_BASE + HR_FAKE_STACK_SIZE; at += 4096)
			assert_int_equal(*hr_shadow_of(at), HR_SHADOW_STACK_RETURNED);
	}
	for (size_t i = 0; i < 100000; i++) /* a deep recursion */
		assert_true(__asan_stack_malloc_0(64) != 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_asan__reports_are_faults, reset_memory),
		cmocka_unit_test_teardown(test_asan__checks_pass_what_is_good, reset_memory),
		cmocka_unit_test_teardown(test_asan__checks_report_what_is_bad, reset_memory),
		cmocka_unit_test_teardown(test_asan__copies_are_checked_before_they_happen, reset_memory),
		cmocka_unit_test_teardown(test_asan__the_unit_poisons_its_own_blocks, reset_memory),
		cmocka_unit_test_teardown(test_asan__the_unit_poisons_nothing_of_others, reset_memory),
		cmocka_unit_test_teardown(test_asan__poison_in_the_image_is_taken_back, reset_memory),
		cmocka_unit_test_teardown(test_asan__no_return_forgets_the_stack, reset_memory),
		cmocka_unit_test_teardown(test_asan__scopes_and_allocas, reset_memory),
		cmocka_unit_test_teardown(test_asan__frames_are_fresh_and_not_reused, reset_memory),
		cmocka_unit_test_teardown(test_asan__a_full_fake_stack_gives_no_frames, reset_memory),
	};
	return cmocka_run_group_tests_name("runtime/asan", tests, map_memory, NULL);
}
