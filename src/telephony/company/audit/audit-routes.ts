import { Type } from '@sinclair/typebox'
import { readDate } from '../../../platform/clock.ts'
import { operationOf } from '../../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../../http/paging.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { AuditEntrySchema } from './audit-view.ts'
import { endOfPeriod, listAudit } from './list-audit.ts'

const operation = operationOf<TelephonyPlatform>()

const id = (description: string) => Type.Optional(Type.String({ maxLength: 50, description }))
const date = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

export const auditRoutes = [
  operation({
    method: 'GET',
    path: '/audit',
    area: 'Audit trail',
    summary: 'List the changes',
    description: 'Who changed what, when and with which key; newest first, without credentials.',
    access: 'read the audit trail',
    query: Type.Object(
      {
        subject_id: id('Changes of this object.'),
        contact_id: id('Changes by this user.'),
        action: Type.Optional(
          Type.String({
            maxLength: 100,
            pattern: '^[a-z_]+(\\.[a-z_]+)?$',
            title: 'a kind such as extension, or an action such as extension.updated',
          }),
        ),
        from: date('Not before.'),
        to: date('Not after; a day without a time is in with all its hours.'),
        page: pageNumber,
        page_size: pageSize,
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: Type.Array(AuditEntrySchema), paged: true },
    problems: [400],
    handle: ({ context, actor, query }) =>
      listAudit(
        context,
        actor,
        {
          subjectId: query.subject_id,
          contactId: query.contact_id,
          action: query.action,
          from: query.from === undefined ? undefined : readDate(query.from),
          to: endOfPeriod(query.to),
        },
        pageOf(query.page, query.page_size),
      ),
  }),
]
