/** Forwarding from phone to phone ends here: two could point at each other. */
export const MOST_FORWARDS = 5
