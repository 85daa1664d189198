import { type Static, Type } from '@sinclair/typebox'
import type { PlaygroundsTable } from './playgrounds-table.ts'

export const PlaygroundSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    pygments_language: Type.String(),
    url_template: Type.String({ description: 'With {code} for the code.' }),
  },
  { additionalProperties: false },
)

export const viewPlayground = ({
  id,
  name,
  pygments_language,
  url_template,
}: PlaygroundsTable): Static<typeof PlaygroundSchema> => ({ id, name, pygments_language, url_template })
