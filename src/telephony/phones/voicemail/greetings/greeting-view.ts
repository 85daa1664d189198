import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../../platform/clock.ts'
import { nullable } from '../../../nullable.ts'
import type { GreetingsTable } from '../../prompts/greetings-table.ts'

export const GreetingSchema = Type.Object(
  {
    duration: Type.Integer({ description: 'In seconds.' }),
    size: Type.Integer({ description: 'Of the converted sound, in bytes.' }),
    text: nullable(Type.String({ description: 'What is spoken. Null: it was recorded.' })),
    language: nullable(Type.String({ description: 'In which it is spoken.' })),
    created_at: Type.String(),
  },
  { additionalProperties: false },
)

export type GreetingView = Static<typeof GreetingSchema>

export const greetingView = ({
  duration,
  size,
  text,
  language,
  created_at,
}: GreetingsTable): GreetingView => ({
  duration,
  size,
  text,
  language,
  created_at: isoDate(created_at),
})
