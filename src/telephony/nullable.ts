import { type TNull, type TSchema, type TUnion, Type } from '@sinclair/typebox'

/** A value that may be unset. */
export const nullable = <S extends TSchema>(schema: S): TUnion<[S, TNull]> =>
  Type.Union([schema, Type.Null()])
