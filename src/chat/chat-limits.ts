/** Limits of one request or one person. The server limits the sizes of bodies and headers. */

/** No endpoint has 30 parameters. Webhook services send larger forms, but not this large. */
export const FORM_FIELDS = 1000

/** Allows several files at once. Each part costs more than its bytes. */
export const FORM_PARTS = 200

/**
 * The default for lists. Clients split longer lists into several requests. Both databases accept this many values in
 * a query.
 */
export const LIST_ITEMS = 10_000

/** More terms would only slow the search down. */
export const NARROW_TERMS = 20

/** Enough for a list of many email addresses. Each address is looked up. */
export const NARROW_OPERAND_CHARACTERS = 5000
export const NARROW_OPERAND_ITEMS = 200

/** There are about 60 event types. Each queue stores its list. */
export const EVENT_TYPES = 200
export const EVENT_TYPE_CHARACTERS = 100

/** Enough for one person's devices and scripts; stops a program that registers in a loop. */
export const QUEUES_PER_USER = 300

/** A queue polled this recently is in use and is never evicted. */
export const QUEUE_IN_USE_SECONDS = 60

/** A queue that has not acknowledged events for an hour holds back the log by at most this many events. */
export const EVENTS_HELD = 100_000

/** Every registration sends all streams, and each new one is an event for everybody. */
export const NEW_STREAMS_AT_ONCE = 100

/** Of a person and their bots together, in 24 hours. Administrators move whole organizations. */
export const NEW_STREAMS_PER_DAY = { members: 500, administrators: 5000 }

/** Streams times people in one request. */
export const SUBSCRIPTIONS_AT_ONCE = 10_000

/** Pictures of one organization that may wait for conversion. Two are converted concurrently. */
export const PICTURES_WAITING = 500
