/** For an element: something begins when the pointer or the focus comes, and ends when it goes. */
export const whilePointed = (begin: () => void, end: () => void) => ({
  onMouseEnter: begin,
  onMouseLeave: end,
  onFocus: begin,
  onBlur: end,
});
