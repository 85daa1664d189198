import type { TextingContact } from '@switchboard/client/telephony'
import { BookUser, MessageSquareText, Pencil, Plus, Trash2 } from 'lucide-react'
import type { TelephonyClient } from '../../api/telephony-api.ts'
import type { Resource, ResourceForm } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Part } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { RowButton } from '../../ui/table.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { contactName } from './conversation-title.ts'
import { NewConversationDialog } from './new-conversation-dialog.tsx'

const PAGE = 50

export function TextingContacts() {
  const { client } = usePortal()
  const resource: Resource<TextingContact, ContactInput> = {
    title: p.texting.contacts,
    intro: p.texting.contactsIntro,
    pages: {
      key: portalKeys.contacts.pages,
      load: ({ page, values: { search }, signal }) =>
        client.page(
          'GET /texting/v2/contacts',
          { page, per_page: PAGE, ...(search?.trim() && { search: search.trim() }) },
          { signal },
        ),
    },
    idOf: ({ id }) => id,
    nameOf: contactName,
    filters: [{ name: 'search', kind: 'search', label: p.texting.searchContacts, maxLength: 200 }],
    empty: { icon: <BookUser />, title: p.texting.noContacts, hint: p.texting.noContactsHint },
    noMatch: ({ search = '' }) => ({
      icon: <BookUser />,
      title: p.texting.nothingFound,
      hint: p.texting.noContactsFound(search.trim()),
    }),
    columns: [
      {
        heading: p.texting.name,
        cell: (contact, open) => (
          <>
            <RowButton onClick={() => open('edit')}>{contactName(contact)}</RowButton>{' '}
            {contact.opted_out && <Badge look="warning">{p.texting.wantsNoTexts}</Badge>}
          </>
        ),
      },
      { heading: p.texting.number, cell: ({ number }) => showNumber(number) },
      { heading: p.texting.email, cell: ({ email }) => email },
    ],
    actions: (contact, open) => {
      const name = contactName(contact)
      return [
        [
          {
            label: p.texting.textContact(name),
            icon: <MessageSquareText />,
            onChoose: () => open('text'),
          },
          { label: p.texting.editNamed(name), icon: <Pencil />, onChoose: () => open('edit') },
          { label: p.texting.deleteNamed(name), icon: <Trash2 />, onChoose: () => open('delete') },
        ],
      ]
    },
    create: { label: p.texting.addContact, icon: <Plus />, look: 'plain' },
    form: contactForm(client),
    remove: {
      title: () => p.texting.deleteContact,
      confirm: p.texting.deleteContact,
      text: (contact) => p.texting.deleteContactText(contactName(contact)),
      run: ({ id }) => client.call('DELETE /texting/v2/contacts/{contact_id}', { contact_id: id }),
      done: () => p.texting.contactDeleted,
    },
    dialogs: {
      text: ({ item, onClose }) => (
        <NewConversationDialog
          recipients={[{ number: item.number, name: contactName(item) }]}
          onClose={onClose}
        />
      ),
    },
  }
  return <ResourceList resource={resource} frame={Part} />
}

interface ContactInput {
  number: string
  first_name: string
  last_name: string
  email: string
}

export const contactForm = (client: TelephonyClient): ResourceForm<TextingContact, ContactInput> => ({
  title: (contact) => (contact ? p.texting.editContact : p.texting.addContact),
  size: 'small',
  submit: t.ui.save,
  saved: null,
  fields: (_, contact) => [
    {
      at: '/number',
      label: p.texting.number,
      type: 'tel',
      required: true,
      maxLength: 40,
      readOnly: contact !== undefined,
      hint: contact ? p.texting.numberFixed : p.texting.numberHint,
    },
    { at: '/first_name', label: p.texting.firstName, maxLength: 200 },
    { at: '/last_name', label: p.texting.lastName, maxLength: 200 },
    { at: '/email', label: p.texting.email, maxLength: 254 },
  ],
  create: {
    fresh: { number: '', first_name: '', last_name: '', email: '' },
    save: ({ number, ...names }) =>
      client.call('POST /texting/v2/contacts', {}, { ...namesOf(names), number: number.trim() }),
  },
  change: {
    storedOf: (contact) => contact,
    save: ({ id }, _, contact) =>
      client.call('PUT /texting/v2/contacts/{contact_id}', { contact_id: id }, namesOf(contact)),
  },
})

const namesOf = ({ first_name, last_name, email }: Omit<ContactInput, 'number'>) => ({
  first_name,
  last_name,
  email: email.trim() || null,
})
