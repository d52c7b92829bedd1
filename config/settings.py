"""All settings of the site. What differs between machines comes from the environment; docs/operations.md lists it."""

import operator
import os
import secrets
import sys
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import sign_in_services
from config.databases import databases, leave_out_unused_driver
from config.logs import logging_config
from launch import FOLDER_OF_DATA, unwritable
from launch.addresses import host_of, in_url, own_names, port_of, url
from launch.environment import problems


# The signing key of a machine without a configured one: created once, private, never in the repository.
def machine_secret(kept_in: Path) -> str:
    """Read or create the key. The file is linked into place complete, so processes that start together get the same
    key."""
    if not kept_in.exists():
        draft = kept_in.with_name(f"{kept_in.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        try:
            os.link(draft, kept_in)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return kept_in.read_text()


# Errors in settings are printed as sentences without a traceback, whichever program reads this file.
if wrong := problems(os.environ):
    sys.exit("\n".join(wrong))

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var"))).resolve()
os.umask(0o077)  # files that the site writes are private to its user

PRODUCTION = env.bool("PRODUCTION", default=False)
DEBUG = env.bool("DEBUG", default=False)
try:
    VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    SECRET_KEY = env.str("SECRET_KEY", default="" if PRODUCTION else machine_secret(VAR_DIR / "secret-key"))
except OSError as reason:
    sys.exit(unwritable(VAR_DIR, reason, FOLDER_OF_DATA))
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

# Absolute links (core/pages/links.py) use SITE_URL if set, otherwise the address of the request; without a request,
# OWN_URL. ./run finds HALL_URL and passes it on, unless ALLOWED_HOSTS is set.
SITE_URL = env.str("SITE_URL", default="")
HALL_URL = env.str("HALL_URL", default="")
_own_hosts = [*own_names(), *(in_url(name) for name in map(host_of, (HALL_URL, SITE_URL)) if name)]
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if PRODUCTION else _own_hosts)
OWN_URL = HALL_URL or "http://localhost:8000/"
_named_first = next((name.lstrip(".") for name in ALLOWED_HOSTS if name != "*"), "")
if _named_first and "ALLOWED_HOSTS" in env:
    OWN_URL = f"https://{_named_first}/" if PRODUCTION else url(_named_first, port_of(OWN_URL))
    HALL_URL = ""
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

SOCIALACCOUNT_PROVIDERS = sign_in_services.providers(
    oidc=env.str("OIDC_URL", default=""),
    google=env.str("GOOGLE_SIGN_IN", default=""),
    discord=env.str("DISCORD_SIGN_IN", default=""),
)

INSTALLED_APPS = [
    "config.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "config",  # before staticfiles, which has a runserver of its own
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    *(["allauth.socialaccount.providers.discord"] if "discord" in SOCIALACCOUNT_PROVIDERS else []),
    "allauth.usersessions",
    "axes",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "core",
    "accounts",
    "teams",
    "tournaments",
    "judging",
]

# In this order. Each says why it is one and no decorator, handler or template.
MIDDLEWARE = [
    "core.records.request_id.RequestIdMiddleware",  # names each response and line of the log
    "django.middleware.gzip.GZipMiddleware",  # phones get every answer compressed, also errors
    "core.pages.links.AbsoluteLinksMiddleware",  # packages ask the request for absolute links
    "django.middleware.security.SecurityMiddleware",  # HTTPS and what browsers may guess, of every answer
    "config.static_files.storage.StaticMiddleware",  # files need neither a session nor a view
    "csp.middleware.CSPMiddleware",  # what a page may load, refusals too
    "config.static_files.first_page.FirstPageMiddleware",  # the cookie of others tells a first page
    "django.contrib.sessions.middleware.SessionMiddleware",  # stores the session after the page has changed it
    "django.contrib.auth.middleware.AuthenticationMiddleware",  # whose page it is, for all that follow
    "core.pages.locale.LocaleMiddleware",  # all that renders, also errors, speaks the reader's language
    "django.middleware.common.CommonMiddleware",  # addresses without their last slash
    "django.middleware.csrf.CsrfViewMiddleware",  # a new form is protected without saying so
    "accounts.security.private_pages.PrivatePagesMiddleware",  # a new page is private unless it says otherwise
    "core.pages.throttle.ThrottleMiddleware",  # a new form is limited without saying so
    "django.contrib.messages.middleware.MessageMiddleware",  # stores messages after the page has shown them
    "django.middleware.clickjacking.XFrameOptionsMiddleware",  # no page inside another unless it says so
    "allauth.account.middleware.AccountMiddleware",  # allauth answers its refusals here and requires it
    "accounts.security.devices.LastUseMiddleware",  # any page is a use of its session
    "axes.middleware.AxesMiddleware",  # refuses an address that guessed passwords too often, at each form
    "config.refusals.RefusalMiddleware",  # refusals by whichever code: views of packages too
]

ROOT_URLCONF = "config.urls"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # templates/django/forms/field.html: one way to draw a field
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.template.context_processors.tz",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "core.pages.page_cache.token_of_forms",
                "core.pages.page_cache.own_menu",
                "core.pages.login_redirect.page_shown",
            ],
        },
    }
]

# Storage: the database, the broker, files
DATABASES = databases(env.db_url("DATABASE_URL") if "DATABASE_URL" in env else None, VAR_DIR)
# The owner of the tables, as whom manage.py migrate connects, if the site's own role is not their owner.
MIGRATION_DATABASE = (
    databases(env.db_url("MIGRATION_DATABASE_URL"), VAR_DIR)["default"] if "MIGRATION_DATABASE_URL" in env else None
)
leave_out_unused_driver(DATABASES["default"]["ENGINE"])
BACKUP_KEY = env.str("BACKUP_KEY", default="")  # an age public key
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
CACHES = {
    "default": {"BACKEND": "config.cache.FailSafeRedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "config.cache.MemoryCache", "OPTIONS": {"MAX_ENTRIES": 20_000}}
}

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://")

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_ROOT = VAR_DIR / "media"
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.static_files.storage.StaticStorage"
    },
}

# People
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("public_name", "email", "username", "first_name", "last_name")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "accounts.sign_in.game_words.GameWordsValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"

EMAIL_BACKEND = "config.email_backend.LogBackend"
if "EMAIL_URL" in env:
    vars().update(env.email_url("EMAIL_URL"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="tournaments@localhost")
EMAIL_TIMEOUT = 10

ACCOUNT_ADAPTER = "accounts.sign_in.adapter.AccountAdapter"
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.profile.forms.SignupForm"
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_EMAIL_VERIFICATION = env.str("EMAIL_CONFIRMATION", default="mandatory" if PRODUCTION else "none")
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_MAX_EMAIL_ADDRESSES = 2
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # against strangers at an unlocked computer; accounts/sign_in/fresh_sign_in.py
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600  # in seconds
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_FORMS = {"change_password": "accounts.sign_in.password_form.ChangePasswordForm"}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
# allauth's own limits for sign-up, sign-in and resets (20, 30 and 20 a minute per network address) let a hall in within
# minutes. Actions that send e-mail to an address also have a daily limit.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/300s/key",  # codes of a second factor; axes counts passwords
    "reset_password": "20/m/ip,5/m/key,20/d/key",
    "confirm_email": "1/180s/key,5/d/key",
    "manage_email": "10/m/user,20/d/user",
}
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # no e-mail is sent to an address without an account
ACCOUNT_USER_DISPLAY = operator.attrgetter("public_name")
# Accounts of other services: the public name is asked for, and only their identity is stored.
SOCIALACCOUNT_ADAPTER = "accounts.sign_in.adapter.SocialAccountAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_EMAIL_AUTHENTICATION = True
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
SOCIALACCOUNT_EMAIL_VERIFICATION = ACCOUNT_EMAIL_VERIFICATION
SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_LOGIN_ON_GET = False
MFA_ADAPTER = "accounts.sign_in.second_factor_adapter.SecondFactorAdapter"
# Browsers only offer passkeys with HTTPS and a domain name, so not for an IP address in a hall.
PASSKEYS = env.bool("PASSKEYS", default=PRODUCTION)
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", *(["webauthn"] if PASSKEYS else [])]
MFA_PASSKEY_LOGIN_ENABLED = PASSKEYS
MFA_FORMS = {
    "add_webauthn": "accounts.sign_in.passkeys.AddForm",
    "authenticate_webauthn": "accounts.sign_in.passkeys.SecondFactorForm",
    "login_webauthn": "accounts.sign_in.passkeys.LoginForm",
    "reauthenticate_webauthn": "accounts.sign_in.passkeys.ReauthenticateForm",
}
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION  # only for localhost; browsers allow no other plain HTTP
MFA_ALLOW_UNVERIFIED_EMAIL = ACCOUNT_EMAIL_VERIFICATION != "mandatory"
ADMIN_SECOND_FACTOR = env.bool("ADMIN_SECOND_FACTOR", default=PRODUCTION)
STAFF_SECOND_FACTOR = env.bool("STAFF_SECOND_FACTOR", default=False)
MFA_TOTP_ISSUER = "Krosmaster Arena"

OFFLINE_PLAY = env.bool("OFFLINE_PLAY", default=True)  # the recorder works offline
CLAIM_LINK_DAYS = env.int("CLAIM_LINK_DAYS", default=90)  # how long the link of a player registered by the staff works

# E-mails per day to unconfirmed addresses, by the age in days of the organiser's account (docs/operations.md).
INTRODUCTIONS_A_DAY = {0: 20, 7: 50, 30: 100, 180: 300}

AXES_HANDLER = "accounts.sign_in.guessing.GuessHandler"
GUESSES_A_DAY = 100  # wrong passwords per account, from all addresses together
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME, AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = 0.25, False  # in hours, from the last that was tried
AXES_RESET_ON_SUCCESS = True
AXES_USERNAME_CALLABLE = "accounts.sign_in.adapter.attempted_username"
AXES_CLIENT_IP_CALLABLE = "core.pages.requests.client_address"
AXES_LOCKOUT_TEMPLATE = "account/locked_out.html"
AXES_VERBOSE = False
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "next"]  # `next` may be a personal link

# Security
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^readyz$", r"^api/"]  # config/connections/early_responses.py refuses the API
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.bool("HSTS_SUBDOMAINS", default=PRODUCTION)
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
if PRODUCTION:  # browsers accept a __Host- cookie from this host only, over HTTPS
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "config.pages.form_refused"
LANGUAGE_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
# Pages load from and submit to the site itself, and to the configured sign-in services.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF, *sign_in_services.form_targets(SOCIALACCOUNT_PROVIDERS)],
        "frame-ancestors": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024  # a log of 2 MiB pasted into a form: three bytes a character at most
LARGEST_EVENT = 16 * 1024 * 1024  # an exported event: 1,000 players over 10 rounds are 6 to 9 MB
LARGER_BODIES = {"/events/import/": LARGEST_EVENT}
DATA_UPLOAD_MAX_NUMBER_FIELDS, DATA_UPLOAD_MAX_NUMBER_FILES = 2000, 5
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")
STREAMS_PER_ADDRESS = 3000  # open pages per address; a whole hall may share one
THROTTLE_WRITES = {"person": (120, 60), "address": (600, 60)}  # requests per so many seconds
THROTTLE_API = {"person": (600, 60), "address": (600, 60)}

# Languages and times
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# Scopes of API tokens. Each view that writes names the scope that it needs (`write_scope`).
API_SCOPES = {
    "read": _("read what you can see"),
    "teams:write": _("change your teams and pools"),
    "events:write": _("register, report results, manage your events"),
    "judging:write": _("submit game logs, and work as a judge where you are one"),
}

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "config.api_schema.SchemaWithScopes",
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.tokens.models.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_PARSER_CLASSES": [
        "config.api.StrictJSONParser",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_THROTTLE_CLASSES": ["core.pages.throttle.ApiThrottle"],
    "EXCEPTION_HANDLER": "config.api.answer_with_code",
    "ALLOWED_VERSIONS": ["1"],  # the format for clients that accept none of ours
}
API_DESCRIPTION = """
Events, teams, results and game logs.

**Token.** What everybody may read needs none. For the rest create a token on [your page of tokens](/me/tokens/) and
send it with every request; it is shown once and expires:

    Authorization: Bearer kma_…

**Scopes.** A token does what its scopes allow and its owner may do. Each operation names the one it needs; without it
the answer is 403 with the code `scope-missing`.

| scope | allows to |
| --- | --- |
| `read` | read what you can see; with a token, public data too |
| `teams:write` | change your teams and pools, check lists, propose card texts |
| `events:write` | register, report and enter results |
| `judging:write` | submit game logs |

**Figures** are named by a slug of `/api/v1/cards/` (`bill-tell`) or by their English or French name ("Bill Tell");
answers name them by slug. A version follows the name ("Qilby - Traitor"). An unknown figure has the code
`unknown-figure`.

**Errors** have a stable `code` and a `detail` for people: `{"code": "unknown-figure", "detail": "…"}`; for invalid
fields `{"code": "invalid", "fields": {…}}`. More than 600 requests a minute are answered with 429.
"""
SPECTACULAR_SETTINGS = {
    "TITLE": "Krosmaster tournaments",
    "DESCRIPTION": API_DESCRIPTION,
    "VERSION": "1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
}

LOGGING = logging_config(as_json=env.bool("LOG_JSON", default=PRODUCTION), level=env.str("LOG_LEVEL", default="INFO"))
