import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type ChatInput, callChat } from '../../api/chat-api.ts'
import type { SavedSnippet } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList, RowActions } from '../../resource/resource-list.tsx'
import { t } from '../../texts/texts.ts'
import { ItemList, ListItem } from '../item-list.tsx'
import { SettingsSection } from '../settings-section.tsx'

/** Saved snippets: texts for repeated use. */
export function SnippetsSection() {
  const texts = t.settings.snippets
  const resource: Resource<SavedSnippet, ChatInput<'POST /saved_snippets'>> = {
    title: texts.title,
    intro: texts.intro,
    items: useChat((state) => state.snippets),
    idOf: ({ id }) => id,
    nameOf: ({ title }) => title,
    empty: { title: texts.none },
    view: (snippets, { open }) => (
      <ItemList label={texts.title}>
        {snippets.map((snippet) => (
          <ListItem
            key={snippet.id}
            title={snippet.title}
            detail={shortened(snippet.content)}
            actions={
              <RowActions
                groups={[
                  [
                    {
                      label: texts.edit(snippet.title),
                      icon: <Pencil />,
                      onChoose: () => open(snippet, 'edit'),
                    },
                    {
                      label: texts.delete(snippet.title),
                      icon: <Trash2 />,
                      onChoose: () => open(snippet, 'delete'),
                    },
                  ],
                ]}
              />
            }
          />
        ))}
      </ItemList>
    ),
    create: { label: texts.create, icon: <Plus />, look: 'plain', size: 'small' },
    form: {
      title: (snippet) => (snippet ? texts.edit(snippet.title) : texts.create),
      submit: t.ui.save,
      saved: null,
      fields: [
        { at: '/title', label: texts.name, required: true },
        { kind: 'area', at: '/content', label: texts.content, required: true, rows: 6 },
      ],
      create: {
        fresh: { title: '', content: '' },
        save: (snippet) => callChat('POST /saved_snippets', snippet),
      },
      change: {
        storedOf: ({ title, content }) => ({ title, content }),
        save: ({ id }, _, snippet) =>
          callChat('PATCH /saved_snippets/{saved_snippet_id}', { saved_snippet_id: id, ...snippet }),
      },
    },
    remove: {
      title: ({ title }) => texts.deleteTitle(title),
      text: () => texts.deleteText,
      run: ({ id }) => callChat('DELETE /saved_snippets/{saved_snippet_id}', { saved_snippet_id: id }),
    },
  }
  return <ResourceList resource={resource} frame={SettingsSection} />
}

function shortened(text: string): string {
  const letters = [...text]
  return letters.length > 120 ? `${letters.slice(0, 120).join('')}…` : text
}
