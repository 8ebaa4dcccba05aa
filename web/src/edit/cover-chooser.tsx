import { Button, FileButton } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { tell, tellProblem } from '../api/actions.ts'
import { apiUrl } from '../api/base.ts'
import { coversQuery, type Kind } from '../api/catalogue.ts'
import { coverChanged } from '../cover/cover-url.ts'
import { t } from '../messages/t.ts'
import css from './cover-chooser.module.css'
import { chooseCover, resetCover, uploadCover } from './save.ts'

export function CoverChooser({ kind, id }: { kind: Kind; id: string }) {
  const { data: covers = [] } = useQuery(coversQuery(kind, id))
  const act = async (deed: Promise<void>) => {
    try {
      await deed
      coverChanged(id)
      tell(t('cover.changed'))
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <section className={css.chooser}>
      <h3 className={css.title}>{t('cover.title')}</h3>
      {covers.length > 0 && (
        <ul className={css.covers}>
          {covers.map((cover) => (
            <li key={cover.id}>
              <button
                type="button"
                className={css.cover}
                aria-pressed={cover.isSelected}
                aria-label={cover.isSelected ? t('cover.current') : t('cover.use')}
                onClick={() => act(chooseCover(kind, id, cover.id))}
              >
                <img src={apiUrl(`/${kind}/${id}/covers/${cover.id}/image`)} alt="" loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={css.actions}>
        <FileButton
          accept="image/jpeg,image/png,image/webp,image/avif"
          onChange={(file) => file && act(uploadCover(kind, id, file))}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconPhotoUp size={16} stroke={1.5} />}>
              {t('cover.upload')}
            </Button>
          )}
        </FileButton>
        <Button variant="subtle" size="xs" onClick={() => act(resetCover(kind, id))}>
          {t('cover.reset')}
        </Button>
      </div>
      <p className={css.hint}>{t('cover.uploadHint')}</p>
    </section>
  )
}
