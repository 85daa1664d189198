/**
 * As it comes from the registry. It puts a FormData of its own in place of everybody's, also of the tests that share
 * this process: that one is put back, and the client keeps its own.
 */
const { FormData } = globalThis
const { default: zulipInit } = await import('zulip-js')
globalThis.FormData = FormData

export { zulipInit }
