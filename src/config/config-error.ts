/** A mistake of the operator: shown as its message, without a stack. */
export class ConfigError extends Error {}
