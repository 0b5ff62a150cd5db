"""In place of Pydantic: models that are read from JSON by their annotations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from types import UnionType
from typing import Any, ClassVar, Self, Union, get_args, get_origin, get_type_hints

from .reading import Constraints, Fault, Reader, plain_reader

ConfigDict = dict
GetCoreSchemaHandler = CoreSchema = object
MISSING: Any = object()
REQUIRED = "Field required"


class ValidationError(ValueError):
    """What is wrong with what was given; the first fault is enough."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self._faults = [{"loc": fault.place, "msg": fault.message}]

    def errors(self, **_: Any) -> list[dict[str, Any]]:
        return self._faults


class FieldInfo:
    """A field of a model: what it may be, and what it is if nothing is said."""

    def __init__(
        self,
        default: Any = MISSING,
        *,
        default_factory: Callable[[], Any] | None = None,
        discriminator: str | None = None,
        alias: str | None = None,
        **bounds: Any,
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.discriminator = discriminator
        self.alias = alias
        self.bounds = bounds
        self.annotation: Any = None

    @property
    def is_required(self) -> bool:
        return self.default is MISSING and self.default_factory is None

    def nothing_said(self) -> Any:
        return self.default_factory() if self.default_factory else deepcopy(self.default)


Field = FieldInfo


def model_validator(*, mode: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Marks a method that looks at a model that has been read."""
    assert mode == "after"

    def marked(method: Callable[..., Any]) -> Callable[..., Any]:
        method.looks_after = True  # type: ignore[attr-defined]
        return method

    return marked


class ModelFields:
    """The fields of a class, worked out when they are first asked for."""

    def __get__(self, _: Any, owner: Any) -> dict[str, FieldInfo]:
        return _fields(owner)


class BaseModel:
    model_config: ClassVar[Mapping[str, Any]] = {}
    model_fields: ClassVar[Any] = ModelFields()

    def __init__(self, **given: Any) -> None:
        try:
            self._take(given)
        except Fault as fault:
            raise ValidationError(fault) from None

    def _take(self, given: Mapping[str, Any]) -> None:
        model: Any = type(self)
        fields = _fields(model)
        for name, read in _readers(model).items():
            if name in given:
                with_place(name, read, self.__dict__, given[name])
            elif fields[name].is_required:
                raise Fault(REQUIRED, (name,))
            else:
                self.__dict__[name] = fields[name].nothing_said()
        if self.model_config.get("extra") == "forbid":
            for name in given:
                if name not in fields:
                    raise Fault("Extra inputs are not permitted", (name,))
        for look in _looks(model):
            try:
                look(self)
            except ValueError as error:
                raise Fault(f"Value error, {error}") from None

    @classmethod
    def read(cls, value: Any) -> Self:
        """A model of a JSON object; Fault if it is none."""
        if isinstance(value, cls):
            return value
        if not isinstance(value, dict):
            raise Fault(f"Input should be a valid dictionary or instance of {cls.__name__}")
        made = cls.__new__(cls)
        made._take(value)
        return made

    def model_dump(
        self, *, include: Iterable[str] | None = None, exclude_none: bool = False
    ) -> dict[str, Any]:
        return {
            name: _dumped(value)
            for name, value in self.__dict__.items()
            if (include is None or name in include) and not (exclude_none and value is None)
        }

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.__dict__})"


def _dumped(value: Any) -> Any:
    return value.model_dump() if isinstance(value, BaseModel) else value


def with_place(name: str, read: Reader, into: dict[str, Any], value: Any) -> None:
    try:
        into[name] = read(value)
    except Fault as fault:
        raise Fault(fault.message, (name, *fault.place)) from None


@cache
def _fields(model: Any) -> dict[str, FieldInfo]:
    hints = get_type_hints(model, include_extras=True)
    found = {}
    for name, hint in hints.items():
        if get_origin(hint) is ClassVar or name.startswith("model_"):
            continue
        default = getattr(model, name, MISSING)
        field = default if isinstance(default, FieldInfo) else FieldInfo(default)
        field.annotation = hint
        found[name] = field
    return found


@cache
def _readers(model: Any) -> dict[str, Reader]:
    return {name: reader(field.annotation) for name, field in _fields(model).items()}


@cache
def _looks(model: Any) -> list[Callable[[Any], Any]]:
    return [method for method in vars(model).values() if hasattr(method, "looks_after")]


class TypeAdapter:
    """Reads values of any annotation."""

    def __init__(self, annotation: Any) -> None:
        self._annotation = annotation

    def __class_getitem__(cls, _: Any) -> type[TypeAdapter]:
        return cls

    def validate_python(self, value: Any) -> Any:
        try:
            return reader(self._annotation)(value)
        except Fault as fault:
            raise ValidationError(fault) from None


def reader(annotation: Any, told: tuple[FieldInfo, ...] = (), strict: bool = False) -> Reader:
    """What reads values of an annotation, within the bounds that were told of it."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if hasattr(annotation, "__metadata__"):
        infos = tuple(each for each in annotation.__metadata__ if isinstance(each, FieldInfo))
        return reader(annotation.__origin__, (*infos, *told), strict)
    bounds = Constraints({name: it for info in told for name, it in info.bounds.items()})
    strict = strict or bounds.strict
    if origin in (Union, UnionType):
        return _union(parts, told, strict)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation.read
    inner = [reader(part, strict=strict) for part in parts if _is_read(origin, part)]
    return bounds.around(plain_reader(annotation, origin, parts, inner, strict))


def _is_read(origin: Any, part: Any) -> bool:
    return part is not Ellipsis and origin in (list, tuple, dict, Sequence)


def _union(parts: tuple[Any, ...], told: tuple[FieldInfo, ...], strict: bool) -> Reader:
    """One of several: the one that fits as it is, or else the first that something is read as."""
    nothing = type(None) in parts
    parts = tuple(part for part in parts if part is not type(None))
    named = next((info.discriminator for info in told if info.discriminator), None)
    if named:
        read = _by_name(named, parts)
    elif len(parts) == 1:
        read = reader(parts[0], told, strict)
    else:
        tries = [reader(part, told, strict=True) for part in parts]
        tries += [reader(part, told, strict) for part in parts]
        read = _first_of(tries)
    return (lambda value: None if value is None else read(value)) if nothing else read


def _first_of(tries: list[Reader]) -> Reader:
    def read(value: Any) -> Any:
        faults = []
        for each in tries:
            try:
                return each(value)
            except Fault as fault:
                faults.append(fault)
        raise faults[len(tries) // 2]

    return read


def _by_name(name: str, parts: tuple[Any, ...]) -> Reader:
    known = {get_args(_fields(part)[name].annotation)[0]: part for part in parts}
    listed = ", ".join(f"'{each}'" for each in known)

    def read(value: Any) -> Any:
        if not isinstance(value, (dict, BaseModel)):
            raise Fault("Input should be a valid dictionary or object to extract fields from")
        said = value.get(name, MISSING) if isinstance(value, dict) else getattr(value, name)
        if said is MISSING:
            raise Fault(f"Unable to extract tag using discriminator '{name}'")
        if not isinstance(said, str) or said not in known:
            message = f"Input tag '{said}' found using '{name}' does not match any of the"
            raise Fault(f"{message} expected tags: {listed}")
        return known[said].read(value)

    return read
