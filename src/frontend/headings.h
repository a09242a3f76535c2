/* Comments that speak of more than what stands behind them: "Private:", "Fields you can change". */
#ifndef HR_FRONTEND_HEADINGS_H
#define HR_FRONTEND_HEADINGS_H

enum hr_heading {
	HR_HEADING_NONE,        /* it is about what it stands beside */
	HR_HEADING_OPENS,       /* all members from here on are under it, until another one */
	HR_HEADING_OPENS_GROUP, /* … or until an empty line with a comment of its own behind it */
	HR_HEADING_CLOSES,      /* what follows is the caller's own, whatever it stood under */
};

/* What a comment between the members of a struct is; `text` is without its frame, and not NULL. */
enum hr_heading hr_heading(const char *text);

#endif
