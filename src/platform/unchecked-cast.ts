/**
 * The one place where a value gets a type that the compiler cannot check: declarations in a list that lose their type
 * parameters, tables chosen at run time, private fields of a library.
 */
export const uncheckedCast = <T>(value: unknown): T => value as T
