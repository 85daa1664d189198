import { type Static, Type } from '@sinclair/typebox'
import { isoDateOrNull } from '../../platform/clock.ts'
import { nullable } from '../nullable.ts'
import type { Preview } from './contents/make-preview.ts'
import type { StoredFile } from './file-store.ts'

export const PreviewSchema = Type.Object(
  {
    base64: Type.String({ description: 'A data-URL of the preview.' }),
    filename: Type.String(),
    mimetype: Type.String(),
  },
  { additionalProperties: false },
)

export const FileSchema = Type.Object(
  {
    id: Type.String(),
    company_id: Type.String(),
    description: Type.String(),
    mimetype: Type.String({
      description: 'Detected from the contents. Empty before the upload.',
    }),
    name: Type.String(),
    preview: nullable(PreviewSchema),
    size: Type.Integer({ description: 'In bytes.' }),
    uploaded_at: nullable(Type.String()),
    uploaded_name: Type.String(),
    user_id: nullable(Type.String({ description: 'Who created it; null for a received fax.' })),
  },
  { additionalProperties: false },
)

export type FileView = Static<typeof FileSchema>
export type PreviewView = Static<typeof PreviewSchema>

export function fileView(file: StoredFile, companyPublicId: string): FileView {
  return {
    id: file.id,
    company_id: companyPublicId,
    description: file.description,
    mimetype: file.mimetype,
    name: file.name,
    preview: file.preview && previewView(file.preview),
    size: file.size,
    uploaded_at: isoDateOrNull(file.uploaded_at),
    uploaded_name: file.uploaded_name,
    user_id: file.user_id,
  }
}

export function previewView({ base64, filename, mimetype }: Preview): PreviewView {
  return { base64: `data:${mimetype};base64,${base64}`, filename, mimetype }
}
