import { ArrowLeft } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { linkTo, openPortalPath } from '../shell/portal-path.ts'
import { ExtensionForm } from './extension-form.tsx'

export function NewExtensionPage({ instanceUuid }: { instanceUuid: string }) {
  return (
    <SectionPage
      title={p.extensions.newTitle}
      intro={p.extensions.newIntro}
      actions={
        <ButtonLink icon={<ArrowLeft />} {...linkTo('extensions', instanceUuid)}>
          {p.extensions.toList}
        </ButtonLink>
      }
    >
      <ExtensionForm
        instanceUuid={instanceUuid}
        onSaved={({ _id, data }) => {
          showToast(p.extensions.created(data.id))
          openPortalPath('extensions', instanceUuid, _id)
        }}
      />
    </SectionPage>
  )
}
