import { create } from 'content-disposition'

/** For saving, not for opening. */
export const attachment = (name: string) => create(wellFormed(name))

/** For showing in place. */
export const inline = (name: string) => create(wellFormed(name), { type: 'inline' })

/** A lone surrogate, which JSON can carry, is not allowed in a header. */
const wellFormed = (name: string) => Buffer.from(name).toString() || 'file'
