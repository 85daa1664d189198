/** Seconds without sound after which the phone is gone, and so is its call. On hold, phones may be silent. */
export const RTP_TIMEOUT = `'30'`
export const RTP_TIMEOUT_ON_HOLD = `'1800'`
