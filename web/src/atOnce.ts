/**
 * Milliseconds. What comes sooner after a click is its answer: a picture between the two would show next
 * to nothing new, and where pictures take long to draw the answer would wait for it.
 */
export const AT_ONCE = 30;
