/** A rich result that Google shows for a schema.org type, and its properties. */
export interface RichResult {
  readonly type: string;
  /** Subtypes for which Google shows nothing, or another result. */
  readonly except?: readonly string[];
  /** Whether nested items count, too; a page often only mentions them. */
  readonly nested: boolean;
  /**
   * Properties that Google requires. `a|b`: a or b. `a.b`: property b of the item in a, if there is one.
   */
  readonly required: readonly string[];
  /** The most important properties that Google recommends. */
  readonly recommended: readonly string[];
  /** Google's page about it. */
  readonly source: string;
}

const docs = 'https://developers.google.com/search/docs/appearance/structured-data/';

/**
 * What Google recommends for the offers of a shop, by path from the product, and the property with which an
 * organization states it for all of its products.
 * @see https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
 * @see https://developers.google.com/search/docs/appearance/structured-data/return-policy
 */
export const merchantPolicies: ReadonlyMap<string, string> = new Map([
  ['offers.hasMerchantReturnPolicy', 'hasMerchantReturnPolicy'],
  ['offers.shippingDetails', 'hasShippingService'],
]);

/**
 * Google's rich results and their documented properties; `fixtures/google-rich-results.ts` has the rows of
 * the documentation, its date, and each difference with its reason. Types without required properties
 * have an empty list. Left out: results for invited sites only, and image results, because every logo
 * is an image.
 */
export const richResultTypes: readonly RichResult[] = [
  {
    type: 'Article',
    // It has its own rich result.
    except: ['DiscussionForumPosting'],
    nested: false,
    required: [],
    recommended: ['author', 'dateModified', 'datePublished', 'headline', 'image'],
    source: `${docs}article`,
  },
  {
    type: 'BreadcrumbList',
    nested: true,
    required: ['itemListElement'],
    recommended: [],
    source: `${docs}breadcrumb`,
  },
  {
    type: 'Course',
    nested: false,
    required: ['name', 'description'],
    recommended: ['provider'],
    source: `${docs}course`,
  },
  {
    type: 'Dataset',
    except: ['DataFeed'],
    nested: false,
    required: ['name', 'description'],
    recommended: ['creator', 'license', 'url'],
    source: `${docs}dataset`,
  },
  {
    type: 'DiscussionForumPosting',
    nested: false,
    required: [
      'author',
      'author.name',
      'datePublished',
      'text|articleBody|image|video|sharedContent',
    ],
    recommended: ['headline', 'url', 'comment'],
    source: `${docs}discussion-forum`,
  },
  {
    type: 'Event',
    except: ['CourseInstance', 'PublicationEvent', 'UserInteraction', 'DeliveryEvent'],
    nested: false,
    // A VirtualLocation has a URL instead of an address.
    required: ['name', 'startDate', 'location', 'location.address|location.url'],
    recommended: ['description', 'endDate', 'eventStatus', 'image', 'offers', 'organizer'],
    source: `${docs}event`,
  },
  {
    type: 'JobPosting',
    nested: false,
    required: [
      'title',
      'description',
      'datePosted',
      'hiringOrganization',
      'hiringOrganization.name|hiringOrganization.legalName',
      'jobLocation|jobLocationType|applicantLocationRequirements',
      'jobLocation.address',
    ],
    recommended: ['baseSalary', 'employmentType', 'identifier', 'validThrough'],
    source: `${docs}job-posting`,
  },
  {
    type: 'LocalBusiness',
    nested: false,
    required: ['name', 'address'],
    recommended: ['geo', 'openingHoursSpecification|openingHours', 'telephone', 'url'],
    source: `${docs}local-business`,
  },
  {
    type: 'Organization',
    // It has its own rich result, with more required properties.
    except: ['LocalBusiness'],
    nested: false,
    required: [],
    recommended: ['name', 'logo', 'url'],
    source: `${docs}organization`,
  },
  {
    type: 'Product',
    except: ['Drug', 'DietarySupplement', 'ProductModel', 'ProductCollection'],
    nested: false,
    required: [
      'name',
      // The variants of a group have the offers.
      'offers|review|aggregateRating|hasVariant|isVariantOf',
      'offers.price|offers.lowPrice|offers.priceSpecification|offers.offers',
    ],
    recommended: [
      'image',
      'description',
      'brand',
      'gtin|gtin8|gtin12|gtin13|gtin14|mpn|sku',
      ...merchantPolicies.keys(),
    ],
    source: `${docs}product-snippet`,
  },
  {
    type: 'ProfilePage',
    nested: false,
    required: ['mainEntity', 'mainEntity.name|mainEntity.alternateName'],
    recommended: ['dateCreated', 'dateModified'],
    source: `${docs}profile-page`,
  },
  {
    type: 'QAPage',
    nested: false,
    required: [
      'mainEntity',
      'mainEntity.name',
      'mainEntity.answerCount',
      'mainEntity.acceptedAnswer|mainEntity.suggestedAnswer',
    ],
    recommended: [],
    source: `${docs}qapage`,
  },
  {
    type: 'Recipe',
    nested: false,
    required: ['name', 'image'],
    recommended: ['author', 'datePublished', 'recipeIngredient', 'recipeInstructions', 'totalTime'],
    source: `${docs}recipe`,
  },
  {
    type: 'Review',
    except: ['ClaimReview', 'MediaReview', 'Recommendation'],
    nested: false,
    required: [
      'author',
      'itemReviewed',
      'itemReviewed.name',
      'reviewRating',
      'reviewRating.ratingValue',
    ],
    recommended: ['datePublished'],
    source: `${docs}review-snippet`,
  },
  {
    type: 'AggregateRating',
    nested: true,
    required: ['ratingValue', 'ratingCount|reviewCount'],
    recommended: [],
    source: `${docs}review-snippet`,
  },
  {
    type: 'SoftwareApplication',
    // Google requires a second type with it.
    except: ['VideoGame'],
    nested: false,
    required: [
      'name',
      'offers',
      'offers.price|offers.lowPrice|offers.priceSpecification|offers.offers',
      'aggregateRating|review',
    ],
    recommended: ['applicationCategory', 'operatingSystem'],
    source: `${docs}software-app`,
  },
  {
    type: 'VideoObject',
    nested: true,
    required: ['name', 'thumbnailUrl|thumbnail', 'uploadDate'],
    recommended: ['contentUrl|embedUrl', 'description', 'duration'],
    source: `${docs}video`,
  },
];

/**
 * Types for which Google no longer shows a rich result, with the announcement. They are still valid
 * schema.org, and need not be removed.
 */
export const retiredRichResults: ReadonlyMap<string, string> = new Map([
  ['FAQPage', 'https://developers.google.com/search/updates'],
  ['HowTo', 'https://developers.google.com/search/blog/2023/08/howto-faq-changes'],
  ['ClaimReview', 'https://developers.google.com/search/blog/2025/06/simplifying-search-results'],
  [
    'SpecialAnnouncement',
    'https://developers.google.com/search/blog/2025/06/simplifying-search-results',
  ],
  ['Occupation', 'https://developers.google.com/search/blog/2025/06/simplifying-search-results'],
  [
    'OccupationAggregationByEmployer',
    'https://developers.google.com/search/blog/2025/06/simplifying-search-results',
  ],
]);
