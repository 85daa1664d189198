/** An import cannot start or continue for a reason that the operator can fix: shown as its message, without a stack. */
export class ImportRefused extends Error {}
