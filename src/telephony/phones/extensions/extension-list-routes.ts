import { Type } from '@sinclair/typebox'
import { contactOfCompany } from '../../company/contacts/contact-access.ts'
import type { Directory } from '../../company/directory.ts'
import { instanceOfCompany } from '../../company/instances/instance-access.ts'
import { operationOf } from '../../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../../http/paging.ts'
import { commaList, listedNumbers, searchWords } from '../../http/search-words.ts'
import type { Actor } from '../../identity/actor.ts'
import { ExtensionSchema } from './extension-view.ts'
import { listAccountExtensions, listInstanceExtensions } from './list-extensions.ts'

const operation = operationOf<Directory>()

const area = 'Extensions'

const listQuery = (byUser: string) =>
  Type.Object(
    {
      filter_by: Type.Optional(
        Type.Union([Type.Literal('unassigned'), Type.Literal('softphone'), Type.Literal('unregistered')], {
          description:
            '`unassigned`: to no user; `softphone`: of purpose mobile-app; `unregistered`: without a registered phone.',
        }),
      ),
      by_user: Type.Optional(Type.Literal('on', { description: byUser })),
      search: searchWords('Words that all occur in the number, name, description, user or email.'),
      number: commaList('Only extensions with these numbers'),
      page: pageNumber,
      page_size: pageSize,
    },
    { additionalProperties: false },
  )

type ExtensionFilter = Parameters<typeof listInstanceExtensions>[2]

/** Both lists of an instance. They differ in the meaning of `by_user`. */
function instanceList(
  path: string,
  summary: string,
  byUser: { means: string; filter(actor: Actor): Partial<ExtensionFilter> },
) {
  return operation({
    method: 'GET',
    path,
    area,
    summary,
    description: 'By number. An empty list is a 404.',
    access: 'see extensions',
    query: listQuery(byUser.means),
    success: { status: 200, schema: Type.Array(ExtensionSchema), paged: true },
    problems: [400, 404],
    find: ({ context, actor, params }) => instanceOfCompany(context, actor, params.instance_uuid!),
    handle: ({ context, actor, subject, query }) =>
      listInstanceExtensions(
        context,
        actor,
        {
          instanceUuid: subject.uuid,
          only: query.filter_by,
          search: query.search,
          numbers: listedNumbers(query.number),
          sort: 'number',
          ...(query.by_user === 'on' && byUser.filter(actor)),
        },
        pageOf(query.page, query.page_size),
      ),
  })
}

export const extensionListRoutes = [
  instanceList('/instances/:instance_uuid/bulks/extensions', 'List the extensions of an instance', {
    means: 'Sort by the name of the user; extensions without a user come last.',
    filter: () => ({ sort: 'user' }),
  }),
  instanceList('/instances/:instance_uuid/extensions', 'List the extensions of an instance, or my own', {
    means: 'Only the extensions of the user who asks, instead of `filter_by`.',
    filter: (actor) => ({ userId: actor.contact.id, only: undefined }),
  }),
  operation({
    method: 'GET',
    path: '/account/:contact_id/extensions',
    area,
    summary: 'List the extensions of a user',
    access: 'see extensions',
    query: Type.Object(
      {
        purpose: Type.Optional(
          Type.Union([Type.Literal('softphone'), Type.Literal('unassigned')], {
            description: '`softphone`: of purpose mobile-app; `unassigned`: of no purpose yet.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: Type.Array(ExtensionSchema) },
    problems: [400, 404],
    find: ({ context, actor, params }) => contactOfCompany(context, actor, params.contact_id!),
    handle: ({ context, actor, subject, query }) =>
      listAccountExtensions(context, actor, subject.id, query.purpose),
  }),
]
