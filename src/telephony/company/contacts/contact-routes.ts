import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../../http/paging.ts'
import { commaList, listed, listedNumbers, searchWords } from '../../http/search-words.ts'
import type { Directory } from '../directory.ts'
import { contactOfCompany, contactToDelete, contactToEdit } from './contact-access.ts'
import { deleteContact, listCompanyContacts } from './contact-actions.ts'
import { ContactPatch, NewContact } from './contact-input.ts'
import { ContactSchema } from './contact-view.ts'
import { createContact } from './create-contact.ts'
import { showContact } from './show-contact.ts'
import { updateContact } from './update-contact.ts'

const operation = operationOf<Directory>()

const area = 'Users'

export const contactRoutes = [
  operation({
    method: 'GET',
    path: '/system/company/contacts',
    area,
    summary: 'List the users',
    access: 'see the company, its users and locations',
    query: Type.Object(
      {
        first_name: Type.Optional(
          Type.String({ maxLength: 200, description: 'The beginning of the first name, in any case.' }),
        ),
        work_email: Type.Optional(Type.String({ maxLength: 254, description: 'The whole address.' })),
        search: searchWords(
          'Words that all occur in the name or the email address, in any case; or the beginning of an extension or phone number.',
        ),
        id: commaList('Only users with these ids'),
        extension: commaList('Only users of extensions with these numbers'),
        invitation: Type.Optional(
          Type.Union(
            (['none', 'pending', 'accepted', 'expired', 'revoked'] as const).map((status) =>
              Type.Literal(status),
            ),
            { description: 'Only users whose invitation has this status.' },
          ),
        ),
        items_per_page: pageSize,
        page: pageNumber,
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: Type.Array(ContactSchema), paged: true, orEmpty: true },
    problems: [400],
    handle: ({ context, actor, query }) =>
      listCompanyContacts(
        context,
        actor,
        {
          firstName: query.first_name,
          email: query.work_email,
          search: query.search,
          ids: listed(query.id),
          extensions: listedNumbers(query.extension),
          invitation: query.invitation && { status: query.invitation, now: context.clock.now() },
        },
        pageOf(query.page, query.items_per_page),
      ),
  }),
  operation({
    method: 'POST',
    path: '/company/contacts',
    area,
    summary: 'Create a user',
    access: 'add, invite and remove users',
    body: NewContact,
    nullIsAbsent: true,
    success: { status: 201, schema: ContactSchema },
    problems: [400, 403],
    handle: ({ context, actor, body }) => createContact(context, actor, body),
  }),
  operation({
    method: 'GET',
    path: '/company/contacts/:contact_id',
    area,
    summary: 'Get a user',
    access: 'see the company, its users and locations',
    success: { status: 200, schema: ContactSchema },
    problems: [404],
    find: ({ context, actor, params }) => contactOfCompany(context, actor, params.contact_id!),
    handle: ({ context, actor, subject }) =>
      showContact(context, context.database.read, actor.company, subject),
  }),
  operation({
    method: 'PATCH',
    path: '/company/contacts/:contact_id',
    area,
    summary: 'Update a user',
    description: 'For the user concerned and the primary user.',
    access: 'change users',
    body: ContactPatch,
    success: { status: 200, schema: ContactSchema },
    problems: [400, 403, 404],
    find: ({ context, actor, params }) => contactToEdit(context, actor, params.contact_id!),
    handle: ({ context, actor, subject, body }) => updateContact(context, actor, subject.id, body),
  }),
  operation({
    method: 'DELETE',
    path: '/company/contacts/:contact_id',
    area,
    summary: 'Delete a user',
    description:
      'For the primary user, who cannot be deleted. The extensions of the user become unassigned, with new credentials.',
    access: 'add, invite and remove users',
    success: { status: 200, schema: ContactSchema },
    problems: [403, 404, 409],
    find: ({ context, actor, params }) => contactToDelete(context, actor, params.contact_id!),
    handle: ({ context, actor, subject }) => deleteContact(context, actor, subject.id),
  }),
  operation({
    method: 'GET',
    path: '/system/account',
    area,
    summary: 'Get the current user',
    access: 'see the company, its users and locations',
    success: { status: 200, schema: ContactSchema },
    problems: [],
    handle: ({ context, actor }) => showContact(context, context.database.read, actor.company, actor.contact),
  }),
]
