import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import { wholeCompany } from '../../event-audience.ts'
import { nullable } from '../../nullable.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import { type FaxWithFile, faxStatuses } from './fax.ts'

export const FaxSchema = Type.Object(
  {
    id: Type.String(),
    company: Type.String(),
    created_at: Type.String(),
    direction: Type.Union([Type.Literal('inbound'), Type.Literal('outbound')]),
    error: nullable(Type.String({ description: 'Why it failed, or why it is retried.' })),
    file: Type.Object(
      { id: Type.String(), internal_id: Type.Integer() },
      { additionalProperties: false, description: 'The document.' },
    ),
    from: Type.String({ description: 'E.164.' }),
    from_name: Type.String(),
    is_read: Type.Boolean({ description: 'Whether anyone in the company has read it.' }),
    pages: Type.Integer(),
    status: Type.Union(
      faxStatuses.map((status) => Type.Literal(status)),
      {
        description:
          'Outbound: queued, media.processed (converted), sending, then delivered or failed. Inbound: received.',
      },
    ),
    subject: Type.String(),
    to: Type.String({ description: 'E.164.' }),
    to_name: Type.String(),
  },
  { additionalProperties: false },
)

export type FaxView = Static<typeof FaxSchema>

export function faxView(fax: FaxWithFile, companyPublicId: string): FaxView {
  return {
    id: fax.id,
    company: companyPublicId,
    created_at: isoDate(fax.created_at),
    direction: fax.direction,
    error: fax.error,
    file: { id: fax.file_id, internal_id: fax.file_internal_id },
    from: fax.from_number,
    from_name: fax.from_name,
    is_read: fax.is_read === 1,
    pages: fax.pages,
    status: fax.status,
    subject: fax.subject,
    to: fax.to_number,
    to_name: fax.to_name,
  }
}

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'fax.message.new': FaxView
    'fax.message.updated': FaxView
    'fax.message.delete': { id: string }
  }
}

/** A fax was received, or queued. Every user of the company may read faxes, so all receive the event. */
export const faxAdded = (fax: FaxView): NewTelephonyEvent<'fax.message.new'> => ({
  type: 'fax.message.new',
  audience: wholeCompany,
  payload: fax,
})

/** A fax was read, or its status changed. */
export const faxUpdated = (fax: FaxView): NewTelephonyEvent<'fax.message.updated'> => ({
  type: 'fax.message.updated',
  audience: wholeCompany,
  payload: fax,
})

export const faxDeleted = (id: string): NewTelephonyEvent<'fax.message.delete'> => ({
  type: 'fax.message.delete',
  audience: wholeCompany,
  payload: { id },
})
