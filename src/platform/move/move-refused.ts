/** A move cannot begin or go on because of its circumstances: shown as its message, without a stack. */
export class MoveRefused extends Error {}
