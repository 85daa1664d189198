import { type Static, Type } from '@sinclair/typebox'
import { nullable } from '../../nullable.ts'
import { languageCodes } from '../prompts/announcements.ts'

const strict = { additionalProperties: false }

const Language = Type.Union(
  languageCodes.map((code) => Type.Literal(code)),
  { description: 'Of what callers hear, as ISO 639-1.' },
)

export const SpeechSchema = Type.Object(
  {
    language: Language,
    languages: Type.Array(Type.Object({ code: Type.String(), name: Type.String() }, strict), {
      description: 'All that can be chosen.',
    }),
    is_installed: Type.Boolean({ description: 'Whether this server can speak a text.' }),
    detail: Type.String({ description: 'Why it cannot; otherwise empty.' }),
  },
  strict,
)

/** What the server says about itself is ignored. */
const ignored = Type.Optional(Type.Unknown())

export const SpeechPatch = Type.Object(
  { language: Type.Optional(Language), languages: ignored, is_installed: ignored, detail: ignored },
  strict,
)

export const LanguageSchema = Type.Object({ language: nullable(Language) }, strict)

export type SpeechView = Static<typeof SpeechSchema>
export type LanguageView = Static<typeof LanguageSchema>
