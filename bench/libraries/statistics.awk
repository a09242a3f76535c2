# Functions that the benchmark's awk programs share.

# sorts list[1..n] as numbers; lists are short
function sort_numbers(list, n,    i, j, value) {
	for (i = 2; i <= n; i++) {
		value = list[i]
		for (j = i - 1; j >= 1 && list[j] + 0 > value + 0; j--)
			list[j + 1] = list[j]
		list[j + 1] = value
	}
}

# the median of numbers in a text, separated by blanks; sets least and most, too; "-" of none
function median(text,    list, n) {
	n = split(text, list, " ")
	least = most = "-"
	if (n == 0)
		return "-"
	sort_numbers(list, n)
	least = list[1]
	most = list[n]
	return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}

function share(covered, total) {
	return total > 0 ? covered * 100 / total : 0
}
