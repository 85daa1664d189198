/** An archive cannot be unpacked for a reason that the operator can fix: shown as its message, without a stack. */
export class ArchiveRefused extends Error {}
