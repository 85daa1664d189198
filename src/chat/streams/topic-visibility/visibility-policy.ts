/** A user's policy for a topic, which overrides the one for its stream. */
export const visibilityPolicy = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const

export type VisibilityPolicy = (typeof visibilityPolicy)[keyof typeof visibilityPolicy]
