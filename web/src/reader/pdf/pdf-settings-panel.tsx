import { Button, SegmentedControl, Switch } from '@mantine/core'
import { IconDownload, IconPrinter, IconRotateClockwise } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { apiUrl } from '../../api/urls.ts'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { type PageImageToSave, SavePageImageButtons } from '../save-page-image-buttons.tsx'
import { SettingSlider } from '../setting-slider.tsx'
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
        <Labelled label={t('reader.mode')}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('reader.mode')}
            value={settings.flow}
            onChange={(flow) => change({ flow: flow as PdfSettings['flow'] })}
            data={pdfFlows.map((value) => ({ value, label: t(`pdf.flow.${value}`) }))}
          />
        </Labelled>
        <Switch
          label={t('pdf.twoPages')}
          description={settings.isDouble && !props.isWide ? t('reader.twoPagesHint') : undefined}
          checked={settings.isDouble}
          onChange={(event) => change({ isDouble: event.currentTarget.checked })}
        />
        {settings.isDouble && props.isWide && (
          <Switch
            label={t('reader.coverAlone')}
            description={t('reader.coverAloneHint')}
            checked={settings.isCoverAlone}
            onChange={(event) => change({ isCoverAlone: event.currentTarget.checked })}
          />
        )}
        <Labelled label={t('reader.fit')}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('reader.fit')}
            value={settings.fit}
            onChange={(fit) => change({ fit: fit as PdfSettings['fit'], zoom: props.zoom })}
            data={pdfFits.map((value) => ({ value, label: t(`pdf.fit.${value}`) }))}
          />
        </Labelled>
        <SettingSlider
          label={t('pdf.zoom')}
          format={(value) => `${value} %`}
          min={25}
          max={400}
          step={5}
          value={Math.round(props.zoom * 100)}
          set={(value) => change({ fit: 'custom', zoom: value / 100 })}
        />
        <Labelled label={t('pdf.theme')}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('pdf.theme')}
            value={settings.theme}
            onChange={(theme) => change({ theme: theme as PdfSettings['theme'] })}
            data={pdfThemes.map((value) => ({ value, label: t(`pdf.theme.${value}`) }))}
          />
          <p className={css.hint}>{t('pdf.themeHint')}</p>
        </Labelled>
        <Button
          variant="default"
          leftSection={<IconRotateClockwise size={18} stroke={1.5} aria-hidden />}
          onClick={props.rotate}
        >
          {t('pdf.rotate')}
        </Button>
        <Switch
          label={t('pdf.onlyThisBook')}
          description={isOwn ? t('pdf.forBook') : t('pdf.forAll')}
          checked={isOwn}
          onChange={(event) => props.setOwn(event.currentTarget.checked)}
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

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <span className={css.label}>{label}</span>
      {children}
    </div>
  )
}
