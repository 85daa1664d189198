import type { TSchema } from '@sinclair/typebox'

/** An event as the documentation describes it. */
export interface EventDeclaration {
  readonly name: string
  readonly description: string
  readonly payload: TSchema
}
