import { useQuery } from '@tanstack/react-query'
import { Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import { type ChatInput, callChat } from '../../api/chat-api.ts'
import { renderedHtml } from '../../chat/rendered-html.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import type { Linkifier } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { editAndDelete } from '../../resource/edit-and-delete.tsx'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { o } from '../../texts/organization-texts.ts'
import { TextField } from '../../ui/field.tsx'
import { Card } from '../../ui/section-page.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { ErrorState } from '../../ui/view-states.tsx'
import { orderColumn } from '../profile-fields/order-buttons.tsx'
import styles from './linkifiers-tab.module.css'

/** Which texts become links, in the order in which they are tried. Administrators change them; everybody may try them. */
export function LinkifiersTab() {
  const isAdmin = useChat((state) => state.me.isAdmin)
  const linkifiers = useChat((state) => state.linkifiers)
  const texts = o.linkifiers
  const resource: Resource<Linkifier, ChatInput<'POST /realm/filters'>> = {
    title: texts.title,
    intro: texts.intro,
    items: linkifiers,
    idOf: ({ id }) => id,
    nameOf: ({ pattern }) => pattern,
    empty: { icon: <Link2 />, title: texts.none, hint: texts.noneHint },
    columns: [
      ...(isAdmin
        ? [
            orderColumn<Linkifier>(
              texts.order,
              linkifiers,
              ({ pattern }) => pattern,
              (order) => callChat('PATCH /realm/linkifiers', { ordered_linkifier_ids: order }),
            ),
          ]
        : []),
      { heading: texts.pattern, cell: ({ pattern }) => <code>{pattern}</code> },
      { heading: texts.url, cell: ({ url_template: url }) => <code>{url}</code> },
    ],
    ...(isAdmin && { actions: ({ pattern }, open) => editAndDelete(pattern, open) }),
    create: isAdmin && { label: texts.create, icon: <Plus /> },
    form: {
      title: (linkifier) => (linkifier ? texts.editTitle : texts.create),
      saved: null,
      fields: [
        {
          at: '/pattern',
          label: texts.pattern,
          hint: texts.patternHint,
          placeholder: '#(?P<id>[0-9]+)',
          required: true,
          maxLength: 500,
          spellCheck: false,
        },
        {
          at: '/url_template',
          label: texts.url,
          hint: texts.urlHint,
          placeholder: 'https://example.com/tickets/{id}',
          required: true,
          maxLength: 1000,
          spellCheck: false,
        },
      ],
      create: {
        fresh: { pattern: '', url_template: '' },
        save: (linkifier) => callChat('POST /realm/filters', linkifier),
      },
      change: {
        storedOf: ({ pattern, url_template }) => ({ pattern, url_template }),
        save: ({ id }, _, linkifier) =>
          callChat('PATCH /realm/filters/{filter_id}', { filter_id: id, ...linkifier }),
      },
    },
    remove: {
      title: () => texts.deleteTitle,
      text: ({ pattern }) => texts.deleteHint(pattern),
      run: ({ id }) => callChat('DELETE /realm/filters/{filter_id}', { filter_id: id }),
    },
    below: (
      <Card title={texts.trial}>
        <LinkifierTrial />
      </Card>
    ),
  }
  return <ResourceList resource={resource} />
}

/** What becomes of a text, as the server would send it. */
function LinkifierTrial() {
  const linkifiers = useChat((state) => state.linkifiers)
  const [text, setText] = useState('')
  const content = useDelayed(text.trim())
  const { data, error } = useQuery({
    queryKey: chatKeys.rendered(content, linkifiers),
    queryFn: async ({ signal }) =>
      content === '' ? '' : (await callChat('POST /messages/render', { content }, { signal })).rendered,
  })
  const texts = o.linkifiers
  return (
    <>
      <TextField label={texts.trialText} value={text} onChange={(event) => setText(event.target.value)} />
      <div className={styles.result} role="status" aria-label={texts.trialResult}>
        {error !== null && <ErrorState error={error} />}
        {data ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered it
          <div dangerouslySetInnerHTML={renderedHtml(data)} />
        ) : (
          <p>{texts.trialHint}</p>
        )}
      </div>
    </>
  )
}
