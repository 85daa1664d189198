import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../../http/paging.ts'
import { searchWords } from '../../http/search-words.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { createTextingContact } from './create-texting-contact.ts'
import { showTextingContacts, textingContactOfCompany } from './texting-contact-access.ts'
import { deleteTextingContact, updateTextingContact } from './texting-contact-actions.ts'
import { NewTextingContact, TextingContactChange } from './texting-contact-input.ts'
import { TextingContactSchema, textingContactView } from './texting-contact-view.ts'

const operation = operationOf<TelephonyPlatform>()

const area = 'Texting'

export const textingContactRoutes = [
  operation({
    method: 'GET',
    path: '/texting/contacts',
    area,
    summary: 'List the texting contacts',
    description: 'Everyone the company exchanges texts with, in order of creation.',
    access: 'see contacts for texting',
    query: Type.Object(
      {
        page: pageNumber,
        per_page: pageSize,
        search: searchWords('Part of the name, the number or the email address.'),
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: Type.Array(TextingContactSchema), paged: true },
    problems: [400],
    handle: ({ context, actor, query }) =>
      showTextingContacts(context, actor, query.search, pageOf(query.page, query.per_page)),
  }),
  operation({
    method: 'POST',
    path: '/texting/contacts',
    area,
    summary: 'Create a texting contact',
    description: 'A number can belong to only one contact of the company; 400 if it is taken.',
    access: 'change contacts for texting',
    body: NewTextingContact,
    nullIsAbsent: true,
    success: { status: 201, schema: TextingContactSchema },
    problems: [400],
    handle: ({ context, actor, body }) => createTextingContact(context, actor, body),
  }),
  operation({
    method: 'GET',
    path: '/texting/contacts/:contact_id',
    area,
    summary: 'Get a texting contact',
    access: 'see contacts for texting',
    success: { status: 200, schema: TextingContactSchema },
    problems: [404],
    find: ({ context, actor, params }) => textingContactOfCompany(context, actor, params.contact_id!),
    handle: async ({ actor, subject }) => textingContactView(subject, actor.company.public_id),
  }),
  operation({
    method: 'PUT',
    path: '/texting/contacts/:contact_id',
    area,
    summary: 'Update a texting contact',
    description: 'Missing fields stay unchanged. The number cannot be changed.',
    access: 'change contacts for texting',
    body: TextingContactChange,
    success: { status: 200, schema: TextingContactSchema },
    problems: [400, 404],
    find: ({ context, actor, params }) => textingContactOfCompany(context, actor, params.contact_id!),
    handle: ({ context, actor, subject, body }) => updateTextingContact(context, actor, subject.id, body),
  }),
  operation({
    method: 'DELETE',
    path: '/texting/contacts/:contact_id',
    area,
    summary: 'Delete a texting contact',
    description:
      'Answers with what was deleted; 409 while the contact takes part in conversations. That somebody wants no texts is remembered by the number, also after this.',
    access: 'change contacts for texting',
    success: { status: 200, schema: TextingContactSchema },
    problems: [404, 409],
    find: ({ context, actor, params }) => textingContactOfCompany(context, actor, params.contact_id!),
    handle: ({ context, actor, subject }) => deleteTextingContact(context, actor, subject.id),
  }),
]
