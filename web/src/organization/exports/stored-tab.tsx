import { useQuery } from '@tanstack/react-query'
import { Database } from 'lucide-react'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { currentLanguage } from '../../texts/language.ts'
import { o } from '../../texts/organization-texts.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { formatSize } from '../../ui/format-size.ts'

type StoredKind = ChatOutput<'GET /realm/stored_data'>['stored_data'][number]

/** What the organization stores, by kind. */
export function StoredTab() {
  const texts = o.stored
  const names: Readonly<Record<string, string>> = texts.kinds
  const nameOf = ({ kind }: StoredKind) => names[kind] ?? kind
  const resource: Resource<StoredKind> = {
    title: texts.title,
    intro: texts.intro,
    query: useQuery({
      queryKey: chatKeys.storedData,
      queryFn: async ({ signal }) => (await callChat('GET /realm/stored_data', {}, { signal })).stored_data,
    }),
    idOf: ({ kind }) => kind,
    nameOf,
    empty: { icon: <Database />, title: texts.none, hint: texts.noneHint },
    columns: [
      { heading: texts.kind, cell: nameOf },
      { heading: texts.count, labelled: true, cell: ({ count }) => count.toLocaleString(currentLanguage()) },
      {
        heading: texts.size,
        labelled: ({ bytes }) => bytes !== null,
        cell: ({ bytes }) => bytes !== null && formatSize(bytes),
      },
      {
        heading: texts.oldest,
        labelled: ({ oldest_timestamp: at }) => at !== null,
        cell: ({ oldest_timestamp: at }) =>
          at !== null && <DateTime at={new Date(at * 1000).toISOString()} />,
      },
      {
        heading: texts.kept,
        labelled: true,
        cell: ({ retention_days: days, retention_applied_timestamp: applied }) => (
          <>
            {days === null ? texts.forever : texts.days(days)}
            {applied !== null && (
              <div>
                {texts.applied} <DateTime at={new Date(applied * 1000).toISOString()} />
              </div>
            )}
          </>
        ),
      },
    ],
  }
  return <ResourceList resource={resource} />
}
