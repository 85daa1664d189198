/** What one request, or one person, may ask of the chat. Sizes of bodies and headers are the server's. */

/** No endpoint has 30; what services send to webhooks as a form has more, but not this many. */
export const FORM_FIELDS = 1000

/** Several files at once are fine; each part costs more than its bytes. */
export const FORM_PARTS = 200

/** Of lists that say nothing else: whoever has more of something asks twice. Both engines take as many in one query. */
export const LIST_ITEMS = 10_000

/** More conditions would only slow the search down. */
export const NARROW_TERMS = 20

/** A list of many people's email addresses fits; each of them is looked up. */
export const NARROW_OPERAND_CHARACTERS = 5000
export const NARROW_OPERAND_ITEMS = 200

/** There are about 60 types; they are kept with each queue. */
export const EVENT_TYPES = 200
export const EVENT_TYPE_CHARACTERS = 100

/** Enough for anybody's devices and scripts. A program that registers in a loop gets no further. */
export const QUEUES_PER_USER = 300

/** A queue that was polled so lately is somebody's, and is never ended to make room. */
export const QUEUE_IN_USE_SECONDS = 60

/** What nobody has fetched for an hour holds the log back no further than this. */
export const EVENTS_HELD = 100_000

/** Streams times people of one request. */
export const SUBSCRIPTIONS_AT_ONCE = 10_000

/** Of one organization, for their turn to be converted. Two are converted at once. */
export const PICTURES_WAITING = 500
