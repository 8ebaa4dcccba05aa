import { Button } from '@mantine/core'
import { IconDownload, IconPrinter, IconRotateClockwise } from '@tabler/icons-react'
import { apiUrl } from '../../api/urls.ts'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { type PageImageToSave, SavePageImageButtons } from '../save-page-image-buttons.tsx'
import { SettingChoice } from '../setting-choice.tsx'
import { SettingSlider } from '../setting-slider.tsx'
import { SettingSwitch } from '../setting-switch.tsx'
import css from '../settings-panel.module.css'
import { type PdfSettings, pdfFits, pdfFlows, pdfThemes } from './pdf-settings.ts'

type PanelProps = {
  opened: boolean
  close: () => void
  bookId: string
  settings: PdfSettings
  /** The effective zoom, even if it results from a fit. */
  zoom: number
  change: (part: Partial<PdfSettings>) => void
  /** There is room for two pages side by side. */
  isWide: boolean
  rotate: () => void
  isOwn: boolean
  setOwn: (isOwn: boolean) => void
  mayDownload: boolean
  print: () => void
  /** The current page as an image. */
  page: PageImageToSave
  title: string
  /** PDFs that contain comics are better read as comics. */
  openAsComic: () => void
}

export function PdfSettingsPanel(props: PanelProps) {
  const { opened, close, settings, change, isOwn } = props
  return (
    <Sheet opened={opened} close={close} title={t('reader.settings')} width={360} dim={0.1}>
      <div className={css.panel}>
        <SettingChoice
          label={t('reader.mode')}
          value={settings.flow}
          values={pdfFlows}
          nameOf={(flow) => t(`pdf.flow.${flow}`)}
          set={(flow) => change({ flow })}
        />
        <SettingSwitch
          label={t('pdf.twoPages')}
          hint={settings.isDouble && !props.isWide ? t('reader.twoPagesHint') : undefined}
          checked={settings.isDouble}
          set={(isDouble) => change({ isDouble })}
        />
        {settings.isDouble && props.isWide && (
          <SettingSwitch
            label={t('reader.coverAlone')}
            hint={t('reader.coverAloneHint')}
            checked={settings.isCoverAlone}
            set={(isCoverAlone) => change({ isCoverAlone })}
          />
        )}
        <SettingChoice
          label={t('reader.fit')}
          value={settings.fit}
          values={pdfFits}
          nameOf={(fit) => t(`pdf.fit.${fit}`)}
          set={(fit) => change({ fit, zoom: props.zoom })}
        />
        <SettingSlider
          label={t('pdf.zoom')}
          format={(value) => `${value} %`}
          min={25}
          max={400}
          step={5}
          value={Math.round(props.zoom * 100)}
          set={(value) => change({ fit: 'custom', zoom: value / 100 })}
        />
        <SettingChoice
          label={t('pdf.theme')}
          value={settings.theme}
          values={pdfThemes}
          nameOf={(theme) => t(`pdf.theme.${theme}`)}
          set={(theme) => change({ theme })}
        >
          <p className={css.hint}>{t('pdf.themeHint')}</p>
        </SettingChoice>
        <Button
          variant="default"
          leftSection={<IconRotateClockwise size={18} stroke={1.5} aria-hidden />}
          onClick={props.rotate}
        >
          {t('pdf.rotate')}
        </Button>
        <SettingSwitch
          label={t('pdf.onlyThisBook')}
          hint={isOwn ? t('pdf.forBook') : t('pdf.forAll')}
          checked={isOwn}
          set={props.setOwn}
        />
        {props.mayDownload && (
          <div className={css.pair}>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />}
              onClick={props.print}
            >
              {t('pdf.print')}
            </Button>
            <Button
              component="a"
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
              href={apiUrl(`/books/${props.bookId}/file`)}
              download
            >
              {t('pdf.download')}
            </Button>
          </div>
        )}
        <div className={css.pair}>
          <SavePageImageButtons title={props.title} pages={[props.page]} />
        </div>
        <Button variant="subtle" size="xs" onClick={props.openAsComic}>
          {t('pdf.openAsComic')}
        </Button>
      </div>
    </Sheet>
  )
}
