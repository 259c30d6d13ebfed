//! The devices on which a student gets the daily reminder, and its hour.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{message::DeviceKeys, reminder::next_moment};
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    messages,
    people::{Actor, User},
    store::{Id, Record, retry_tx},
};

/// Devices of a student, at most; another one replaces the oldest.
const MAX_DEVICES: usize = 5;
/// The last hour of a day.
const LAST_HOUR: i64 = 23;
/// The time zones of the world, in minutes ahead of UTC.
const OFFSETS: std::ops::RangeInclusive<i64> = -720..=840;
/// West Africa Time.
const WEST_AFRICA: i64 = 60;

/// A browser that gets the reminder. The key is the hash of its address, so one browser gets the reminders of one
/// student only.
#[derive(Debug, Clone, SurrealValue)]
pub struct PushDevice {
    pub id: Id<PushDevice>,
    pub user: Id<User>,
    /// Its address at the browser's push service.
    pub endpoint: String,
    /// The browser's public key, base64url.
    pub p256dh: String,
    /// The browser's authentication secret, base64url.
    pub auth: String,
    /// The session in which it was added; it ends with that session's logout.
    pub session: String,
    /// Our public key when it was added. The push service accepts no other.
    pub public_key: String,
    pub created_at: Instant,
}

/// A student's reminder, under the student's key. It is deleted with the last device.
#[derive(Debug, Clone, SurrealValue)]
pub struct Reminder {
    pub id: Id<Reminder>,
    pub user: Id<User>,
    /// The hour of the day where the student is.
    pub hour: i64,
    /// Minutes by which the student's clock is ahead of UTC.
    pub utc_offset: i64,
    /// The time of the next decision about a reminder.
    pub due_at: Instant,
    /// When the last one was sent.
    pub sent_at: Option<Instant>,
}

impl Record for PushDevice {
    const TABLE: &'static str = "push_device";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON push_device TYPE record<user> REFERENCE ON DELETE CASCADE;\
        DEFINE INDEX IF NOT EXISTS push_device_user ON push_device FIELDS user;";
}

impl Record for Reminder {
    const TABLE: &'static str = "reminder";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON reminder TYPE record<user> REFERENCE ON DELETE CASCADE;\
        DEFINE INDEX IF NOT EXISTS reminder_user ON reminder FIELDS user;\
        DEFINE INDEX IF NOT EXISTS reminder_due ON reminder FIELDS due_at;";
}

/// A browser's push subscription, and when to remind. Repeating it changes the hour.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnOnReminder {
    /// The subscription's address, at a known push service.
    #[schema(max_length = 2000)]
    pub endpoint: String,
    /// Its public key, base64url.
    #[schema(max_length = 100)]
    pub p256dh: String,
    /// Its authentication secret, base64url.
    #[schema(max_length = 30)]
    pub auth: String,
    /// The hour of the day, 0 to 23, on all devices of the caller.
    pub hour: i64,
    /// Minutes by which the caller's clock is ahead of UTC, -720 to 840. West Africa Time if left out.
    #[serde(default = "west_africa")]
    pub utc_offset: i64,
}

const fn west_africa() -> i64 {
    WEST_AFRICA
}

/// The caller's daily reminder.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Reminder)]
pub struct ReminderView {
    /// The key with which a browser subscribes (`applicationServerKey`), base64url.
    pub public_key: String,
    /// The hour of the day; `null` if no device gets the reminder.
    pub hour: Option<i64>,
    /// The devices that get it, at most five, the oldest first.
    pub devices: Vec<PushDeviceView>,
}

/// A device that gets the reminder.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PushDevice)]
pub struct PushDeviceView {
    #[serde(rename = "_id")]
    pub id: Id<PushDevice>,
    /// The address of the device. A browser compares it to find its own entry.
    pub endpoint: String,
    pub created_at: Instant,
}

impl PushDevice {
    /// The name of a device in messages.
    pub const NOUN: &'static str = "Device";

    /// The key of the device at an address.
    pub fn key(endpoint: &str) -> Id<Self> {
        Id::new(hex::encode(Sha256::digest(endpoint)))
    }

    fn view(self) -> PushDeviceView {
        let Self { id, endpoint, created_at, .. } = self;
        PushDeviceView { id, endpoint, created_at }
    }
}

impl Reminder {
    pub(super) fn key(user: &Id<User>) -> Id<Self> {
        user.cast()
    }
}

impl App {
    /// The caller's daily reminder.
    pub async fn reminder(&self, actor: &Actor) -> Result<ReminderView> {
        let user = actor.user_id()?;
        let sql = "SELECT * FROM push_device WHERE user = $user ORDER BY created_at; \
            SELECT VALUE hour FROM ONLY $reminder;";
        let call = self.store.query(sql).bind(("user", user.clone())).bind(("reminder", Reminder::key(user)));
        let mut found = call.checked().await?;
        let (devices, hour): (Vec<PushDevice>, Option<i64>) = (found.take(0)?, found.take(1)?);
        // The push service refuses messages signed with another key than the one the device subscribed with.
        let is_ours = |device: &PushDevice| device.public_key == self.push.public_key();
        let devices: Vec<_> = devices.into_iter().filter(is_ours).map(PushDevice::view).collect();
        let hour = hour.filter(|_| !devices.is_empty());
        Ok(ReminderView { public_key: self.push.public_key().to_owned(), hour, devices })
    }

    /// Turns the daily reminder on for a device of the caller, or changes its hour. A sixth device replaces the oldest.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an address that is not at a known push service, and for invalid keys, hours or offsets.
    pub async fn turn_on_reminder(&self, actor: &Actor, ask: &TurnOnReminder) -> Result<ReminderView> {
        let user = actor.user_id()?;
        let mut errors = FieldErrors::default();
        errors.check(self.push.admit(&ask.endpoint).is_some(), "endpoint", messages::PUSH_SERVICE);
        errors.check(DeviceKeys::read_point(&ask.p256dh).is_some(), "p256dh", messages::PUSH_KEY);
        errors.check(DeviceKeys::read_secret(&ask.auth).is_some(), "auth", messages::PUSH_KEY);
        errors.check((0..=LAST_HOUR).contains(&ask.hour), "hour", messages::REMINDER_HOUR);
        errors.check(OFFSETS.contains(&ask.utc_offset), "utcOffset", messages::UTC_OFFSET);
        errors.done()?;
        let now = self.now();
        let device = PushDevice {
            id: PushDevice::key(&ask.endpoint),
            user: user.clone(),
            endpoint: ask.endpoint.clone(),
            p256dh: ask.p256dh.clone(),
            auth: ask.auth.clone(),
            session: actor.session().to_owned(),
            public_key: self.push.public_key().to_owned(),
            created_at: now,
        };
        retry_tx(async || {
            let change = self.unaudited_change().await?;
            // Concurrent requests of one student write the account's record, so that they conflict.
            change.lock(vec![user.link()]).await?;
            let sql = "UPSERT ONLY $device.id CONTENT $device RETURN NONE; \
                SELECT * FROM push_device WHERE user = $user ORDER BY created_at DESC; \
                SELECT * FROM ONLY $reminder;";
            let call = change.query(sql).bind(("device", device.clone())).bind(("user", user.clone()));
            let mut found = call.bind(("reminder", Reminder::key(user))).checked().await.map_err(Error::raced)?;
            let (devices, old): (Vec<PushDevice>, Option<Reminder>) = (found.take(1)?, found.take(2)?);
            let others = devices.into_iter().map(|one| one.id).filter(|id| *id != device.id);
            let replaced: Vec<_> = others.skip(MAX_DEVICES - 1).collect();
            let sent_at = old.and_then(|old| old.sent_at);
            let reminder = Reminder {
                id: Reminder::key(user),
                user: user.clone(),
                hour: ask.hour,
                utc_offset: ask.utc_offset,
                due_at: next_moment(now, ask.hour, ask.utc_offset, sent_at),
                sent_at,
            };
            let sql = "DELETE $replaced RETURN NONE; UPSERT ONLY $reminder.id CONTENT $reminder RETURN NONE";
            let call = change.query(sql).bind(("replaced", replaced)).bind(("reminder", reminder));
            call.done().await.map_err(Error::raced)?;
            change.commit().await
        })
        .await?;
        self.reminder(actor).await
    }

    /// Turns the daily reminder off for one of the caller's devices.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a device that is not the caller's.
    pub async fn turn_off_reminder(&self, actor: &Actor, id: &Id<PushDevice>) -> Result<()> {
        let sql = "DELETE $id WHERE user = $user RETURN BEFORE";
        let user = actor.user_id()?;
        let gone: Vec<PushDevice> =
            retry_tx(async || self.store.write(sql).bind(("id", id.clone())).bind(("user", user.clone())).all().await)
                .await?;
        if gone.is_empty() { Err(Error::NotFound(PushDevice::NOUN)) } else { Ok(()) }
    }
}
