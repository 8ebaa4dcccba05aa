import type { KoboDeviceUrls } from './device-urls.ts'

/**
 * The URLs of the device's resources. It writes these into its configuration file, and newer firmware uses them instead
 * of the URL it was set up with: every one that belongs to the store's API has to lead to us.
 */
export function makeInitializationResources(
  { site, base }: KoboDeviceUrls,
  fromStore?: StoreResources,
): Record<string, unknown> {
  const ours = Object.fromEntries(Object.entries(apiPaths).map(([name, path]) => [name, base + path]))
  return {
    ...pages,
    ...flags,
    ...hosts(base),
    ...(fromStore && leadToUs(fromStore, base)),
    ...ours,
    image_host: site,
    image_url_template: `${base}/v1/books/{ImageId}/thumbnail/{Width}/{Height}/false/image.jpg`,
    image_url_quality_template: `${base}/v1/books/{ImageId}/thumbnail/{Width}/{Height}/{Quality}/{IsGreyscale}/image.jpg`,
    reading_services_host: site,
    notebooks: `${site}/api/internal/notebooks`,
  }
}

/** The values of Kobo's store: its pages, its flags, and where to sign in to it. */
export interface StoreResources {
  /** The origin of its API. */
  host: string
  values: Record<string, unknown>
}

function leadToUs({ host, values }: StoreResources, base: string): Record<string, unknown> {
  const ours = (value: unknown) => (typeof value === 'string' ? value.replaceAll(host, base) : value)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, ours(value)]))
}

const hosts = (base: string): Record<string, unknown> => ({
  oauth_host: `${base}/oauth`,
  dictionary_host: 'https://ereaderfiles.kobo.com',
  userguide_host: 'https://ereaderfiles.kobo.com',
  discovery_host: base,
  social_host: base,
  social_authorization_host: base,
  store_host: 'www.kobo.com',
  blackstone_header: { key: 'x-amz-request-payer', value: 'requester' },
})

const apiPaths: Record<string, string> = {
  add_device: '/v1/user/add-device',
  add_entitlement: '/v1/library/{RevisionIds}',
  affiliaterequest: '/v1/affiliate',
  assets: '/v1/assets',
  audiobook: '/v1/products/audiobooks/{ProductId}',
  audiobook_preview: '/v1/products/audiobooks/{Id}/preview',
  audiobook_purchase_withcredit: '/v1/store/audiobook/{Id}',
  authorproduct_recommendations: '/v1/products/books/authors/recommendations',
  autocomplete: '/v1/products/autocomplete',
  bam: '/v2/activity/bam/success',
  book: '/v1/products/books/{ProductId}',
  book_subscription: '/v1/products/books/subscriptions',
  browse_history: '/v1/user/browsehistory',
  categories: '/v1/categories',
  categoriesv2: '/api/v2/Categories/Top',
  category: '/v1/categories/{CategoryId}',
  category_featured_lists: '/v1/categories/{CategoryId}/featured',
  category_products: '/v1/categories/{CategoryId}/products',
  checkout_borrowed_book: '/v1/library/borrow',
  configuration_data: '/v1/configuration',
  content_access_book: '/v1/products/books/{ProductId}/access',
  contributorsv2: '/v2/contributors/author',
  daily_deal: '/v1/products/dailydeal',
  deals: '/v1/deals',
  delete_entitlement: '/v1/library/{Ids}',
  delete_tag: '/v1/library/tags/{TagId}',
  delete_tag_items: '/v1/library/tags/{TagId}/items/delete',
  device_auth: '/v1/auth/device',
  device_refresh: '/v1/auth/refresh',
  ereaderdevices: '/v2/products/EReaderDeviceFeeds',
  exchange_auth: '/v1/auth/exchange',
  external_book: '/v1/products/books/external/{Ids}',
  featured_list: '/v1/products/featured/{FeaturedListId}',
  featured_lists: '/v1/products/featured',
  featuredlist2: '/v2/products/list/featured',
  fte_feedback: '/v1/products/ftefeedback',
  funnel_metrics: '/v1/funnelmetrics',
  geography_data: '/v2/configuration/geography/country',
  get_download_keys: '/v1/library/downloadkeys',
  get_download_link: '/v1/library/downloadlink',
  get_tests_request: '/v1/analytics/gettests',
  library_book: '/v1/user/library/books/{LibraryItemId}',
  library_items: '/v1/user/library',
  library_metadata: '/v1/library/{Ids}/metadata',
  library_prices: '/v1/user/library/previews/prices',
  library_search: '/v1/library/search',
  library_sync: '/v1/library/sync',
  morebyauthor: '/v2/products/recommendations/morebyauthor',
  notifications_registration_issue: '/v1/notifications/registration',
  personalizedrecommendations: '/v2/users/personalizedrecommendations',
  post_analytics_event: '/v1/analytics/event',
  product_nextread: '/v1/products/{ProductIds}/nextread',
  product_prices: '/v1/products/{ProductIds}/prices',
  product_recommendations: '/v1/products/{ProductId}/recommendations',
  product_reviews: '/v1/products/{ProductIds}/reviews',
  productbyid: '/v2/products/itemDetailById/{ProductType}/{Id}',
  productbyslug: '/v2/products/itemDetail/{ProductType}/{Slug}',
  products: '/v1/products',
  productstatebyid: '/v2/products/itemStateById/{ProductType}/{Id}',
  productstatebyslug: '/v2/products/itemState/{ProductType}/{Slug}',
  productsv2: '/v2/products',
  quickbuy_checkout: '/v1/store/quickbuy/{PurchaseId}/checkout',
  quickbuy_create: '/v1/store/quickbuy/purchase',
  rakuten_token_exchange: '/v1/auth/rakuten_token_exchange',
  rating: '/v1/products/{ProductId}/rating/{Rating}',
  reading_state: '/v1/library/{Ids}/state',
  related: '/v2/products/recommendations/related',
  related_items: '/v1/products/{Id}/related',
  remaining_book_series: '/v1/products/books/series/{SeriesId}',
  rename_tag: '/v1/library/tags/{TagId}',
  review: '/v1/products/reviews/{ReviewId}',
  review_sentiment: '/v1/products/reviews/{ReviewId}/sentiment/{Sentiment}',
  shelfie_recommendations: '/v1/user/recommendations/shelfie',
  tag_items: '/v1/library/tags/{TagId}/Items',
  tags: '/v1/library/tags',
  taste_profile: '/v1/products/tasteprofile',
  topproducts: '/v2/products/list/topproducts',
  tracking: '/v2/tracking/searchperformed',
  update_accessibility_to_preview: '/v1/library/{EntitlementIds}/preview',
  user_currencyconversion: '/v1/user/currency/convert',
  user_loyalty_benefits: '/v1/user/loyalty/benefits',
  user_platform: '/v1/user/platform',
  user_profile: '/v1/user/profile',
  user_ratings: '/v1/user/ratings',
  user_recommendations: '/v1/user/recommendations',
  user_reviews: '/v1/user/reviews',
  user_tasteprofile_complete: '/v2/user/tasteprofile/complete',
  user_tasteprofile_genre: '/v2/user/tasteprofile/genre',
  user_wishlist: '/v1/user/wishlist',
}

/** Pages of the store that menus link to. */
const pages = Object.fromEntries(
  [
    ...['account_page', 'book_detail_page', 'book_landing_page', 'categories_page', 'eula_page', 'help_page'],
    ...[
      'password_retrieval_page',
      'privacy_page',
      'registration_page',
      'sign_in_page',
      'store_home',
      'store_newreleases',
    ],
    ...['store_search', 'store_top50', 'terms_of_sale_page', 'wishlist_page'],
  ].map((name) => [name, 'https://www.kobo.com/']),
)

const flags: Record<string, string> = {
  display_accessibility_enabled: 'False',
  display_parental_controls_enabled: 'False',
  fixed_layout_page_cache_enabled: 'True',
  gpb_flow_enabled: 'False',
  instapaper_enabled: 'False',
  kobo_audiobooks_credit_redemption: 'False',
  kobo_audiobooks_enabled: 'False',
  kobo_audiobooks_orange_deal_enabled: 'False',
  kobo_audiobooks_subscriptions_enabled: 'False',
  kobo_display_price: 'False',
  kobo_dropbox_link_account_enabled: 'False',
  kobo_google_tax: 'False',
  kobo_googledrive_link_account_enabled: 'False',
  kobo_nativeborrow_enabled: 'False',
  kobo_onedrive_link_account_enabled: 'False',
  kobo_onestorelibrary_enabled: 'False',
  kobo_redeem_enabled: 'False',
  kobo_shelfie_enabled: 'False',
  kobo_subscriptions_enabled: 'False',
  kobo_superpoints_enabled: 'False',
  kobo_wishlist_enabled: 'False',
  reflowable_page_cache_enabled: 'True',
  use_one_store: 'True',
}
