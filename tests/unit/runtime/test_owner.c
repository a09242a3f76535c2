/* What an address belongs to. */
#include "memory_setup.h"

#include <sys/mman.h>

void __asan_register_globals(const struct hr_global *new_globals, size_t new_count);
void __asan_unregister_globals(const struct hr_global *old_globals, size_t old_count);
void __asan_register_elf_globals(uintptr_t *flag, const struct hr_global *begin, const struct hr_global *end);
void __asan_unregister_elf_globals(uintptr_t *flag, const struct hr_global *begin, const struct hr_global *end);
uintptr_t __asan_stack_malloc_2(size_t size);
void __asan_stack_free_2(uintptr_t frame, size_t size);

/* Stands for the unit's image. */
static char image[4096] __attribute__((aligned(32)));

static struct hr_wire_owner owner(uintptr_t address)
{
	struct hr_wire_owner out;
	memset(&out, 0xff, sizeof out);
	hr_owner_of(&out, address);
	return out;
}

static void expect(uintptr_t address, enum hr_wire_region region, enum hr_wire_place place, uint64_t distance,
		   uint64_t size, const char *name)
{
	struct hr_wire_owner out = owner(address);
	assert_int_equal(out.region, region);
	assert_int_equal(out.place, place);
	assert_int_equal(out.distance, distance);
	assert_int_equal(out.size, size);
	assert_string_equal(out.name, name);
	if (region != HR_REGION_HEAP)
		assert_int_equal(out.block, HR_WIRE_NO_BLOCK);
}

static int map_with_image(void **state)
{
	hr_runtime.unit_image = (struct hr_range){ (uintptr_t)image, (uintptr_t)image + sizeof image };
	return map_memory(state);
}

static void test_owner__null_pages(void **state)
{
	(void)state;
	expect(0, HR_REGION_NULL, HR_PLACE_INSIDE, 0, 0, "");
	expect(0x123, HR_REGION_NULL, HR_PLACE_INSIDE, 0x123, 0, "");
}

static void test_owner__heap(void **state)
{
	(void)state;
	assert_int_equal(owner(HR_ARENA_BASE + 5).block, HR_WIRE_NO_BLOCK);
	hr_runtime.statement = 3;
	uintptr_t block = (uintptr_t)hr_arena_allocate(10, 16, HR_BLOCK_UNIT);
	hr_arena_allocate(10, 16, HR_BLOCK_UNIT);
	expect(block + 4, HR_REGION_HEAP, HR_PLACE_INSIDE, 4, 10, "");
	expect(block - 2, HR_REGION_HEAP, HR_PLACE_BEFORE, 2, 10, "");
	expect(block + 10, HR_REGION_HEAP, HR_PLACE_AFTER, 0, 10, "");
	struct hr_wire_owner out = owner(block + 12);
	assert_int_equal(out.block, 0);
	assert_int_equal(out.allocated_by, 3);
	assert_int_equal(out.freed_by, HR_WIRE_NO_STATEMENT);
	assert_int_equal(out.is_freed, 0);
	hr_runtime.statement = 5;
	hr_arena_free((void *)block, "free");
	hr_runtime.statement = 0;
	out = owner(block);
	assert_int_equal(out.is_freed, 1);
	assert_int_equal(out.freed_by, 5);
}

static void write_frame(uintptr_t frame, const char *description)
{
	uintptr_t words[3] = { 0x41b58ab3, (uintptr_t)description, 0 };
	memcpy((void *)frame, words, sizeof words);
	memset(hr_shadow_of(frame), HR_SHADOW_STACK_LEFT, 4);
}

static const char *describe(const char *text)
{
	return strcpy(image, text);
}

static void test_owner__variables_of_the_fake_stack(void **state)
{
	(void)state;
	uintptr_t frame = __asan_stack_malloc_2(192);
	write_frame(frame, describe("2 32 16 8 first:12 96 20 6 second"));
	for (int round = 0; round < 2; round++) {
		expect(frame + 33, HR_REGION_STACK, HR_PLACE_INSIDE, 1, 16, "first");
		expect(frame + 30, HR_REGION_STACK, HR_PLACE_BEFORE, 2, 16, "first");
		expect(frame + 48, HR_REGION_STACK, HR_PLACE_AFTER, 0, 16, "first");
		expect(frame + 90, HR_REGION_STACK, HR_PLACE_BEFORE, 6, 20, "second");
		expect(frame + 115, HR_REGION_STACK, HR_PLACE_INSIDE, 19, 20, "second");
		expect(frame + 116, HR_REGION_STACK, HR_PLACE_AFTER, 0, 20, "second");
		/* once more after the function returned */
		*(uintptr_t *)frame = 0x45e0360e;
		__asan_stack_free_2(frame, 192);
	}
}

static void test_owner__variables_of_the_real_stack(void **state)
{
	(void)state;
	uintptr_t frame = hr_runtime.unit_stack.end - 512;
	write_frame(frame, describe("1 32 8 5 only:7"));
	hr_shadow_close(frame + 40, 24, HR_SHADOW_STACK_RIGHT);
	expect(frame + 32, HR_REGION_STACK, HR_PLACE_INSIDE, 0, 8, "only");
	expect(frame + 41, HR_REGION_STACK, HR_PLACE_AFTER, 1, 8, "only");
	expect(frame + 16, HR_REGION_STACK, HR_PLACE_BEFORE, 16, 8, "only");
	expect(frame - 64, HR_REGION_STACK, HR_PLACE_INSIDE, 0, 0, "");
	expect(hr_runtime.unit_stack.begin, HR_REGION_STACK, HR_PLACE_INSIDE, 0, 0, "");
}

static void test_owner__broken_frames_have_no_names(void **state)
{
	static const char *const descriptions[] = {
		"", "x", "1", "1 2", "1 2 3", "1 2 3 4", "99999999999999999999 1 1 1 a", "-1 -1", "0",
	};
	(void)state;
	uintptr_t frame = __asan_stack_malloc_2(192);
	for (size_t i = 0; i < sizeof descriptions / sizeof descriptions[0]; i++) {
		write_frame(frame, describe(descriptions[i]));
		expect(frame + 50, HR_REGION_STACK, HR_PLACE_INSIDE, 0, 0, "");
	}
	write_frame(frame, (const char *)0x1234567800000000);
	expect(frame + 50, HR_REGION_STACK, HR_PLACE_INSIDE, 0, 0, "");
	*(uintptr_t *)frame = 0;
	expect(frame + 50, HR_REGION_STACK, HR_PLACE_INSIDE, 0, 0, "");
	/* a name that claims to be longer than the text */
	write_frame(frame, describe("1 32 8 500 short"));
	expect(frame + 32, HR_REGION_STACK, HR_PLACE_INSIDE, 0, 8, "short");
	expect(HR_FAKE_STACK_BASE + HR_FAKE_STACK_SIZE - 8, HR_REGION_STACK, HR_PLACE_INSIDE, 0, 0, "");
}

static void test_owner__globals(void **state)
{
	const uintptr_t base = (uintptr_t)image + 1024;
	/* in no order, as linkers have them */
	const struct hr_global globals[] = {
		{ .address = base + 192, .size = 6, .size_with_redzone = 32, .name = ".str.12" },
		{ .address = base, .size = 20, .size_with_redzone = 64, .name = "table" },
		{ .address = base + 128, .size = 32, .size_with_redzone = 64, .name = "count.state" },
	};
	uintptr_t flag = 0;
	(void)state;
	__asan_register_elf_globals(&flag, globals, globals + 3);
	__asan_register_elf_globals(&flag, globals, globals + 3); /* a second time changes nothing */
	assert_int_equal(hr_shadow_first_bad(base, 64), base + 20);
	assert_int_equal(*hr_shadow_of(base + 24), HR_SHADOW_GLOBAL_REDZONE);
	assert_int_equal(hr_shadow_first_bad(base + 128, 64), base + 160);
	expect(base + 19, HR_REGION_GLOBAL, HR_PLACE_INSIDE, 19, 20, "table");
	expect(base + 60, HR_REGION_GLOBAL, HR_PLACE_AFTER, 40, 20, "table");
	expect(base - 4, HR_REGION_GLOBAL, HR_PLACE_BEFORE, 4, 20, "table");
	expect(base + 127, HR_REGION_GLOBAL, HR_PLACE_BEFORE, 1, 32, "count.state");
	expect(base + 160, HR_REGION_GLOBAL, HR_PLACE_AFTER, 0, 32, "count.state");
	expect(base + 198, HR_REGION_GLOBAL, HR_PLACE_AFTER, 0, 6, "literal");
	__asan_unregister_elf_globals(&flag, globals, globals + 3);
	assert_int_equal(hr_shadow_first_bad(base, 256), 0);
	expect(base + 19, HR_REGION_GLOBAL, HR_PLACE_INSIDE, 0, 0, "");
}

static void test_owner__many_globals_in_any_order(void **state)
{
	enum { COUNT = 500 };
	static char memory[COUNT * 64] __attribute__((aligned(32)));
	static struct hr_global globals[COUNT];
	(void)state;
	for (size_t i = 0; i < COUNT; i++) {
		uintptr_t address = (uintptr_t)memory + i * 7 % COUNT * 64;
		globals[i] = (struct hr_global){ address, 40, 64, "global", "module", 0, NULL, 0 };
	}
	for (size_t i = 0; i < COUNT; i += 100)
		__asan_register_globals(globals + i, 100);
	for (size_t i = 0; i < COUNT; i++) {
		const struct hr_global *found = hr_global_near((uintptr_t)memory + i * 64 + 63);
		assert_non_null(found);
		assert_int_equal(found->address, (uintptr_t)memory + i * 64);
	}
	__asan_unregister_globals(globals, COUNT);
	assert_null(hr_global_near((uintptr_t)memory));
}

static void test_owner__foreign_memory_and_none(void **state)
{
	static int ours;
	(void)state;
	expect((uintptr_t)&ours, HR_REGION_FOREIGN, HR_PLACE_INSIDE, 0, 0, "");
	void *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	expect((uintptr_t)page, HR_REGION_NONE, HR_PLACE_INSIDE, 0, 0, "");
	hr_shadow_close((uintptr_t)page, 4096, HR_SHADOW_FOREIGN);
	expect((uintptr_t)page, HR_REGION_FOREIGN, HR_PLACE_INSIDE, 0, 0, "");
	hr_shadow_open((uintptr_t)page, 4096);
	munmap(page, 4096);
	expect(0xdeadbeefdeadbeef, HR_REGION_NONE, HR_PLACE_INSIDE, 0, 0, "");
	expect(HR_SHADOW_OFFSET + 100, HR_REGION_NONE, HR_PLACE_INSIDE, 0, 0, "");
	expect(UINTPTR_MAX, HR_REGION_NONE, HR_PLACE_INSIDE, 0, 0, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_owner__null_pages, reset_memory),
		cmocka_unit_test_teardown(test_owner__heap, reset_memory),
		cmocka_unit_test_teardown(test_owner__variables_of_the_fake_stack, reset_memory),
		cmocka_unit_test_teardown(test_owner__variables_of_the_real_stack, reset_memory),
		cmocka_unit_test_teardown(test_owner__broken_frames_have_no_names, reset_memory),
		cmocka_unit_test_teardown(test_owner__globals, reset_memory),
		cmocka_unit_test_teardown(test_owner__many_globals_in_any_order, reset_memory),
		cmocka_unit_test_teardown(test_owner__foreign_memory_and_none, reset_memory),
	};
	return cmocka_run_group_tests_name("runtime/owner", tests, map_with_image, NULL);
}
