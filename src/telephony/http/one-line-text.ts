import { type StringOptions, type TString, Type } from '@sinclair/typebox'

/**
 * What ends up in SIP headers, in lines of a PBX's configuration, or in what a phone shows. There a line break would
 * begin something else.
 */
export const oneLineText = (options: StringOptions): TString =>
  Type.String({ ...options, pattern: '^[^\\u0000-\\u001f\\u007f]*$', title: 'text in one line' })

/** Blanks, then something else, then anything, each in a set of its own: nothing can be read in two ways. */
export const oneLineName = (options: StringOptions): TString =>
  Type.String({
    ...options,
    minLength: 1,
    pattern: '^[^\\S\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
    title: 'more than blanks, in one line',
  })
